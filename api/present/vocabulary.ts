import Type, { type Static, type TProperties } from 'typebox';
import { fold, gemFamilies, regions, type Term } from '../../mappings/vocabulary/index.ts';
import { extension } from './fields.ts';

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

const list = (item: ReturnType<typeof named>, parameter: string, note = '') =>
  Type.Array(item, { description: `Values of the parameter \`${parameter}\`${note}.` });

/** The known names of every kind, in the order of the vocabulary. */
export const Vocabulary = Type.Object(
  {
    gem_types: list(
      named('KnownGemType', 'A known gem type', {
        family: Type.Enum([...gemFamilies], {
          description: 'The mineral species or group, or organic material.',
          'x-open-values': true,
        }),
      }),
      'gem_name',
    ),
    origins: list(
      named('KnownOrigin', 'A known origin', {
        region: Type.Enum([...regions], { 'x-open-values': true }),
      }),
      'origin',
    ),
    auction_houses: list(KnownName, 'auction_house'),
    treatments: list(KnownName, 'treatment'),
    labs: list(KnownName, 'lab'),
    object_types: list(
      KnownName,
      'object_type',
      ', by name only: the synonyms are what imported files may say',
    ),
  },
  { $id: 'Vocabulary', title: 'The known names of every kind', additionalProperties: false, ...extension },
);

export type Vocabulary = Static<typeof Vocabulary>;

/** The number of lots by name. */
type LotsByName = ReadonlyMap<string, number>;

/** Adds the numbers of lots to the known names of a list; what no lot has counts 0. */
export function presentNames(terms: readonly Term[], lots: LotsByName) {
  return terms.map((term) => ({
    name: term.name,
    ...('family' in term ? { family: term.family } : {}),
    ...('region' in term ? { region: term.region } : {}),
    // In a request `none` means no value.
    synonyms: term.synonyms.filter((synonym) => fold(synonym) !== 'none'),
    lots: lots.get(term.name) ?? 0,
  }));
}
