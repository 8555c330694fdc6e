import type { Static } from 'typebox';
import Type from 'typebox';
import { type VocabularyName, vocabularies } from '../../mappings/named-fields.ts';
import { familiesByName } from '../../mappings/vocabulary/families.ts';
import { fold, treatmentsMeant } from '../../mappings/vocabulary/index.ts';
import { createNearestNames } from '../../mappings/vocabulary/nearest.ts';
import { noValue, quoteValue, untreated } from '../../mappings/vocabulary/vocabulary.ts';
import { nameAsUnderstood } from '../parameters/read-value.ts';
import { allOf } from '../search/clauses.ts';
import type { SearchContext } from '../search/search-context.ts';
import { filterClauses, filtersOf, queryOf, type ReadyFilter } from './filter-clauses.ts';
import type { FilterParams } from './filter-params.ts';
import { namesWithLots, preparedNamesBytes } from './names-with-lots.ts';
import { writeName } from './phrase/named-words.ts';
import { interpret, understand } from './phrase/read-request.ts';

/** Valid parameters. */
type Params = Readonly<Record<string, unknown>>;

/**
 * The hints of a response: one for each name in the request that no lot has, one for each head of a family whose other
 * members have lots, one for `treatment=none`, and one for the words of a search that found nothing. Names of the
 * vocabulary are only checked where nothing was found, so that ordinary requests cost nothing.
 * @param isEmpty whether nothing was found
 * @param words the words of titles that were searched
 */
export async function readHints(
  params: Params,
  { isEmpty, words }: { isEmpty: boolean; words: string | undefined },
  search: SearchContext,
): Promise<Hint[] | undefined> {
  const doubtful = namedValues(params).filter(({ isKnown }) => isEmpty || !isKnown);
  const isStored = await findStored(doubtful, search);
  const without = doubtful.filter(({ parameter, value }) => !isStored(parameter, value));
  const asksUnknown = valuesOf(params, 'treatment').includes(noValue);
  const nearest = without.length > 0 || asksUnknown ? await nearestNames(search) : () => [];
  const named = without.map(async ({ parameter, value }, position): Promise<Hint> => {
    if (position >= maxLookedUp) {
      const advice = ` Similar names are looked up for the first ${maxLookedUp} such values.`;
      return noLots(parameter, value, advice);
    }
    const meant = splitName(parameter, value);
    const isOnly = valuesOf(params, parameter).length === 1;
    const filter = meant && isOnly ? await readyFilter(params, parameter, meant, search) : undefined;
    return noLots(parameter, value, readAs(meant), nearest(parameter, value), filter);
  });
  const hints = [
    ...(await Promise.all(named)),
    ...(await readFamilies(params, without, search)),
    ...(asksUnknown ? [unknownTreatment(nearest('treatment', untreated))] : []),
    ...(isEmpty && words !== undefined ? await readWords(params, words, search) : []),
  ];
  return hints.length > 0 ? hints : undefined;
}

const valuesOf = (params: Params, name: string) => [params[name] ?? []].flat() as string[];

/** A value of a request that names a gem type, an origin, a house, a treatment or a laboratory. */
interface NamedValue {
  parameter: VocabularyName;
  value: string;
  /** Whether the vocabulary knows it; records may have others. */
  isKnown: boolean;
}

/** The names among parameters. `none` is not a name. */
const namedValues = (params: Params): NamedValue[] =>
  (Object.keys(vocabularies) as VocabularyName[]).flatMap((parameter) =>
    valuesOf(params, parameter).flatMap((value) => {
      const name = nameAsUnderstood(parameter, value);
      return name === noValue ? [] : [{ parameter, value, isKnown: name !== undefined }];
    }),
  );

/** Looks up which values of parameters lots have, each as a whole. */
export async function findStored(
  values: readonly { parameter: string; value: string }[],
  search: SearchContext,
): Promise<(parameter: string, value: string) => boolean> {
  const queries = values.map(({ parameter, value }) => allOf(filterClauses({ [parameter]: [value] })));
  const lots = queries.length > 0 ? await search.counts(queries) : [];
  const found = values.filter((_, i) => lots[i]! > 0);
  return (parameter, value) => found.some((one) => one.parameter === parameter && one.value === value);
}

/**
 * For each gem type that is the head of a family: the other members that have lots, whatever the other filters are. The data
 * tell which once for all requests: a search for each request would cost as much as the request.
 */
async function readFamilies(
  params: Params,
  without: readonly { value: string }[],
  search: SearchContext,
): Promise<Hint[]> {
  const parameter = 'gem_name';
  const asked = valuesOf(params, parameter);
  const heads = asked.filter(
    (name) => familiesByName.has(fold(name)) && !without.some(({ value }) => value === name),
  );
  if (heads.length === 0) return [];
  const lots = (await namesWithLots(search)).gem_name;
  return heads.flatMap((value) => {
    const { members } = familiesByName.get(fold(value))!;
    const others = members.filter((name) => !asked.includes(name));
    const names = mostLotsFirst(others, lots);
    if (names.length === 0) return [];
    const message = `gem_name "${value}" is that type alone. Others of its family in the data: ${names.join(', ')}. \`filter\` finds them too.`;
    const filter = filtersOf({ ...params, [parameter]: [...asked, ...names] });
    return { parameter, value, message, nearest: names.map(quoteValue), filter };
  });
}

/** The names that have lots, those with the most first. */
const mostLotsFirst = (names: readonly string[], lots: ReadonlyMap<string, number>): string[] =>
  names.filter((name) => lots.has(name)).sort((a, b) => lots.get(b)! - lots.get(a)! || (a < b ? -1 : 1));

function unknownTreatment(nearest: string[]): Hint {
  const message = `treatment "${noValue}" is a lot whose treatment is unknown. For stones in which none was found use ${untreated}.`;
  return { parameter: 'treatment', value: noValue, message, nearest };
}

/** A name that says more than a name, as the filters that it means: a saleroom is a location, a grade is in titles. */
function splitName(parameter: VocabularyName, value: string): ReadyFilter | undefined {
  const named = vocabularies[parameter].named(value);
  if (!named || named.more.length === 0) return undefined;
  const { name, more } = named;
  const filter = { [parameter]: quoteValue(name) };
  if (parameter === 'auction_house') return { ...filter, location: quoteValue(more[0]!) };
  const meanings = more.map((word) => {
    const { treatment, origin } = interpret(word).filter;
    return treatment ? { treatment } : origin ? { origin } : { q: word };
  });
  const words = meanings.flatMap(({ q }) => q ?? []).join(' ');
  return Object.assign(filter, ...meanings, words !== '' && { q: words });
}

/** The filters of a request with others instead of one; undefined where they find no lots. */
async function readyFilter(
  params: Params,
  replaced: keyof FilterParams,
  instead: ReadyFilter,
  search: SearchContext,
): Promise<ReadyFilter | undefined> {
  const others = filtersOf(params, replaced);
  const filter = { ...others, ...instead, ...(others.q && instead.q && { q: `${others.q} ${instead.q}` }) };
  const [lots] = await search.counts([queryOf(filter)]);
  return lots! > 0 ? filter : undefined;
}

/** The words of a search that found nothing, read as a phrase, without those that no title has. */
async function readWords(params: Params, words: string, search: SearchContext): Promise<Hint[]> {
  const { filter, q, unknown } = await understand(words, search);
  const known = q?.split(' ').filter((word) => !unknown.includes(word)) ?? [];
  const meant = { ...filter, ...(known.length > 0 && { q: known.join(' ') }) };
  // A question such as "most expensive" names nothing to search for.
  const isNamed = Object.keys(meant).length > 0;
  const ready = isNamed ? await readyFilter(params, 'q', meant, search) : undefined;
  if (!ready && unknown.length === 0) return [];
  const inNoTitle = anyOf.format(unknown.map((word) => `"${word}"`));
  const advice = `${inNoTitle && ` No title has ${inNoTitle}.`}${ready ? readAs(meant) : ''}`;
  return [noLots('q', words, advice, [], ready)];
}

/** The search for similar names that have lots, prepared once for each version of the data. */
function nearestNames(
  search: SearchContext,
): Promise<(parameter: VocabularyName, value: string) => string[]> {
  const prepare = async () => {
    const { treatment, ...others } = await namesWithLots(search);
    const isFound = treatmentsMeant([untreated]).some((name) => treatment.has(name));
    // What `untreated` means is found where any of its names is.
    const found = isFound ? [[untreatedName, treatment.get(untreatedName) ?? 0] as const] : [];
    const names = { ...others, treatment: new Map([...treatment, ...found]) };
    const prepared = new Map<VocabularyName, (value: string) => string[]>();
    return (parameter: VocabularyName, value: string) => {
      const known = prepared.get(parameter) ?? createNearestOf(parameter, names[parameter]);
      prepared.set(parameter, known);
      return known(value);
    };
  };
  return search.memo.derive('nearest names', prepare, () => preparedNamesBytes);
}

/** Maximum values of a request for which similar names are looked up. */
const maxLookedUp = 5;

/** A name that no lot has, words that no title has, or the head of a family, and what finds lots instead. */
export const Hint = Type.Object(
  {
    parameter: Type.String(),
    value: Type.String(),
    message: Type.String(),
    nearest: Type.Array(Type.String(), {
      description: `Similar names that have lots, most similar first, each in quotes where the parameter needs them. For a family of gems, such as garnet or diamond, these are its other members, those with the most lots first. Only the first ${maxLookedUp} such values of a request are looked up; for the others the list is empty.`,
    }),
    filter: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Parameters of the list that find lots instead, with the other filters of the request: `q` read as a phrase, a name without the place or the grade that it contains, or a gem type with the others of its family.',
        examples: [{ gem_name: 'Ruby', origin: 'Myanmar' }],
        'x-extension': true,
      }),
    ),
  },
  { $id: 'Hint', title: 'Hint', additionalProperties: false, 'x-choice': true },
);

export type Hint = Static<typeof Hint>;

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** The hint about a value that no lot has. */
function noLots(
  parameter: string,
  value: string,
  advice: string,
  nearest: string[] = [],
  filter?: ReadyFilter,
): Hint {
  const similar = nearest.length > 0 && !filter ? ` Did you mean ${anyOf.format(nearest)}?` : '';
  const message = `${parameter} "${value}" matches no lots.${advice}${similar}`;
  return { parameter, value, message, nearest, ...(filter && { filter }) };
}

function readAs(meant: ReadyFilter | undefined): string {
  if (!meant) return '';
  const filters = Object.entries(meant).map(([name, text]) => `${name}=${text}`);
  return ` It reads as ${filters.join('&')}.`;
}

/** The stored name that `untreated` would be in quotes. */
const untreatedName = vocabularies.treatment.canonical(untreated)!;

/** Maximum similar names of a value; a family names all of its members. */
const maxNearest = 3;

/**
 * Prepares the search for the names of a parameter that are most similar to a value, most similar first, each as an
 * element of a list that finds its lots.
 * @param lots the number of lots by name: no other name is found
 */
function createNearestOf(
  parameter: VocabularyName,
  lots: ReadonlyMap<string, number>,
): (value: string) => string[] {
  const spellings = new Map<string, string>();
  for (const [spelling, name] of vocabularies[parameter].spellings) {
    if (lots.has(name)) spellings.set(spelling, name);
  }
  for (const name of lots.keys()) {
    const folded = fold(name);
    // Names that no vocabulary knows; nothing resembles one without letters.
    if (folded !== '' && !spellings.has(folded)) spellings.set(folded, name);
  }
  const membersOf = (family: string) => mostLotsFirst(familiesByName.get(fold(family))?.members ?? [], lots);
  if (parameter === 'gem_name') {
    for (const [spelling, { name }] of familiesByName) {
      if (!spellings.has(spelling) && membersOf(name).length > 0) spellings.set(spelling, name);
    }
  }
  const expanded = (name: string) => (lots.has(name) ? [name] : membersOf(name));
  const nearest = createNearestNames(spellings, new Set([...lots.keys()].map(fold)));
  return (value) => {
    const text = fold(value);
    const exact = spellings.get(text);
    // The name of a family is certain: other similar names do not matter.
    const names = exact === undefined ? nearest(text, maxNearest).flatMap(expanded) : expanded(exact);
    return [...new Set(names.map((name) => writeName({ parameter, name })))];
  };
}
