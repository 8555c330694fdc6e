import type { TProperties } from 'typebox';
import Type from 'typebox';
import { type NamedField, namedFields } from '../../../mappings/named-fields.ts';
import {
  fold,
  gemFamilies,
  type Vocabulary as KnownNames,
  regions,
} from '../../../mappings/vocabulary/index.ts';
import { noValue } from '../../../mappings/vocabulary/vocabulary.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import { extension } from '../../parameters/kinds.ts';
import { allOf, cachedFigures, type SearchBody } from '../../search/clauses.ts';

/** A named field with known names, and the name of their list: the plural of its own. */
interface KnownList extends Pick<NamedField, 'field' | 'parameter' | 'isClosed'> {
  list: string;
  names: KnownNames;
}

const knownLists = Object.entries<NamedField>(namedFields).flatMap(
  ([name, { vocabulary, ...field }]): KnownList[] =>
    vocabulary ? [{ ...field, list: `${name}s`, names: vocabulary }] : [],
);

/** Counts the lots of every known name. Exact: each shard returns all requested names. */
function vocabularyBody(): SearchBody {
  const aggs = knownLists.map(({ list, field, names }) => {
    const include = names.terms.map(({ name }) => name);
    return [list, { terms: { field, include, size: include.length } }];
  });
  const query = allOf(filterClauses({}));
  return { query, ...cachedFigures, aggs: Object.fromEntries(aggs) };
}

const common = {
  name: Type.String({ description: 'The canonical name, as records have it.' }),
  synonyms: Type.Array(Type.String(), {
    description: 'Other names, which also find the lots: trade names, old names, mines, languages.',
  }),
  lots: Type.Integer({ minimum: 0, description: 'Number of lots with this name in the data.' }),
};

const named = ($id: string, title: string, properties: TProperties = {}) =>
  Type.Object({ ...common, ...properties }, { $id, title, additionalProperties: false, ...extension });

const KnownName = named('KnownName', 'A known name');

/** What the names of some lists have besides. */
const furtherOf: Record<string, ReturnType<typeof named>> = {
  gem_types: named('KnownGemType', 'A known gem type', {
    family: Type.Enum([...gemFamilies], {
      description: 'The mineral species or group, or organic material.',
      'x-open-values': true,
    }),
  }),
  origins: named('KnownOrigin', 'A known origin', {
    region: Type.Enum([...regions], { 'x-open-values': true }),
  }),
};

const byNameOnly = ', by name only: the synonyms are what imported files may say';

/** The known names of every kind, in the order of the vocabulary. */
const Vocabulary = Type.Object(
  Object.fromEntries(
    knownLists.map(({ list, parameter, isClosed }) => {
      const description = `Values of the parameter \`${parameter}\`${isClosed ? byNameOnly : ''}.`;
      return [list, Type.Array(furtherOf[list] ?? KnownName, { description })];
    }),
  ),
  { $id: 'Vocabulary', title: 'The known names of every kind', additionalProperties: false, ...extension },
);

/** The number of lots by name. */
type LotsByName = ReadonlyMap<string, number>;

/** Adds the numbers of lots to the known names of a list; a name that no lot has counts 0. */
function presentNames({ terms, named }: KnownNames, lots: LotsByName) {
  return terms.map((term) => ({
    name: term.name,
    ...('family' in term ? { family: term.family } : {}),
    ...('region' in term ? { region: term.region } : {}),
    // In a request `none` means no value, and a synonym that says more than the name is not the name.
    synonyms: term.synonyms.filter((one) => fold(one) !== noValue && named(one)?.more.length === 0),
    lots: lots.get(term.name) ?? 0,
  }));
}

/** GET /api/ext/vocabulary */
export const vocabulary = defineRoute({
  path: '/api/ext/vocabulary',
  operationId: 'getVocabulary',
  tag: 'Search suggestions',
  summary: 'Known names and synonyms',
  description:
    'The gem types, origins, auction houses, treatments, laboratories and types of objects that the service knows, each with its synonyms and its number of lots. Names are values of the filter parameter of their list, and so are synonyms, except those of types of objects; case and accents do not matter. Lots may also have names that are not listed: the facets of the list show them.',
  isExtension: true,
  params: {},
  data: Vocabulary,
  examples: [''],
  async handle({ search }) {
    const counts = await search.aggregate<Record<string, Counts>>(vocabularyBody());
    const names = knownLists.map(({ list, names }) => {
      const lots = counts[list]!.buckets.map(({ key, doc_count }) => [key, doc_count] as const);
      return [list, presentNames(names, new Map(lots))];
    });
    return { data: Object.fromEntries(names) };
  },
});

interface Counts {
  buckets: { key: string; doc_count: number }[];
}
