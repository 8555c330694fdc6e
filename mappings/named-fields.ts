import { maxSaleLength } from './record.ts';
import type { TermField } from './records-index.ts';
import { auctionHouses } from './vocabulary/auction-houses.ts';
import { gemTypes } from './vocabulary/gem-types.ts';
import { laboratories } from './vocabulary/laboratories.ts';
import { objectTypes } from './vocabulary/object-types.ts';
import { origins } from './vocabulary/origins.ts';
import { treatments, treatmentsMeant } from './vocabulary/treatments.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** A field whose values are names, and where its names are used. */
export interface NamedField {
  /** The field of a record and of the index. */
  field: TermField | 'object_type';
  /** The filter of the list that finds its names. */
  parameter: string;
  /** The known names; a field without them takes any text. */
  vocabulary?: Vocabulary;
  /** Whether records have its known names alone. */
  isClosed?: boolean;
  /** Whether its names are suggested. */
  suggest?: boolean;
  /** Whether the market can be grouped by it. */
  group?: boolean;
  /** What people call it; the explorer calls it the same. */
  label: string;
  /** Whether the filter is one of the specification. */
  isSpecified?: boolean;
  /** Whether every record has a name, so that the filter takes no `none`. */
  isRequired?: boolean;
  /** What the filter tells clients. */
  description: string;
  example: string;
  /** Maximum length of a name, where it is not that of every value. */
  maxLength?: number;
  /** The stored names that the names of a request mean, where these are others. */
  meant?: (names: readonly string[]) => string[];
}

/**
 * The named fields, each declared once, by the names that facets, groups and suggestions have for them, in their order.
 * Filters, hints, facets, groups and suggestions follow from a row.
 */
export const namedFields = {
  gem_type: {
    field: 'gem_type',
    parameter: 'gem_name',
    vocabulary: gemTypes,
    suggest: true,
    group: true,
    label: 'Gem',
    isSpecified: true,
    isRequired: true,
    description:
      'Gemstone type, by canonical name or synonym. Several values, separated by commas or repeated, match any of them.',
    example: 'ruby',
  },
  origin: {
    field: 'origin',
    parameter: 'origin',
    vocabulary: origins,
    suggest: true,
    group: true,
    label: 'Origin',
    isSpecified: true,
    description:
      'Place of origin, by canonical name or synonym (Burma is Myanmar); `none` matches lots without one. Several values match any of them.',
    example: 'Burma',
  },
  auction_house: {
    field: 'auction_house',
    parameter: 'auction_house',
    vocabulary: auctionHouses,
    suggest: true,
    group: true,
    label: 'Auction house',
    isSpecified: true,
    description:
      'Auction house, by canonical name or synonym; `none` matches lots without one. Several values match any of them.',
    example: 'christies',
  },
  treatment: {
    field: 'treatment',
    parameter: 'treatment',
    vocabulary: treatments,
    suggest: true,
    group: true,
    label: 'Treatment',
    description:
      'Treatment, by canonical name or synonym (Unheated is No heat), others as reported. `untreated` matches every treatment that says that none was found (No heat, No oil, Untreated), and `"Untreated"` in quotes that name alone; `none` matches lots of unknown treatment. Several values match any of them.',
    example: 'No heat',
    meant: treatmentsMeant,
  },
  lab: {
    field: 'labs',
    parameter: 'lab',
    vocabulary: laboratories,
    suggest: true,
    label: 'Laboratory',
    description:
      'Laboratory that reported on the stone, by canonical name or synonym; `none` matches lots without one. Several values match any of them.',
    example: 'SSEF',
  },
  object_type: {
    field: 'object_type',
    parameter: 'object_type',
    vocabulary: objectTypes,
    isClosed: true,
    label: 'Type of object',
    description:
      'Type of object; `none` matches lots of unknown type. Several values match any of them. Statistics and rankings leave out watches, boxes and other objects, unless the request has this parameter.',
    example: 'ring',
  },
  sale: {
    field: 'sale',
    parameter: 'sale',
    label: 'Sale',
    description:
      'Name or number of the sale, in full, ignoring case and accents; `none` matches lots without one. Several values match any of them. A house can use a name every year: add the house and the date.',
    example: 'Magnificent Jewels',
    maxLength: maxSaleLength,
  },
  location: {
    field: 'location',
    parameter: 'location',
    label: 'Sale location',
    description:
      'Place of the sale, in full, ignoring case and accents; `none` matches lots without one. Several values match any of them.',
    example: 'Geneva',
  },
} as const satisfies Record<string, NamedField>;

type Fields = typeof namedFields;

/** The name of a named field in facets, groups and suggestions. */
export type FieldName = keyof Fields;

/** The names of the fields of which `Part` is true. */
type NamesWith<Part> = { [N in FieldName]: Fields[N] extends Part ? N : never }[FieldName];

const namesOf = <Part>(isIncluded: (field: NamedField) => boolean) =>
  fieldNames.filter((name) => isIncluded(namedFields[name])) as NamesWith<Part>[];

export const fieldNames = Object.keys(namedFields) as FieldName[];

/** The types of names that are suggested. */
export const nameTypes = namesOf<{ suggest: true }>(({ suggest }) => suggest === true);

export type NameType = (typeof nameTypes)[number];

/** The named fields by which the market can be grouped. */
export const groupedNames = namesOf<{ group: true }>(({ group }) => group === true);

/** The filter of a named field. */
export type NamedParameter = Fields[FieldName]['parameter'];

type KnownName = NamesWith<{ vocabulary: Vocabulary }>;

/** A parameter that takes known names and others. */
export type VocabularyName = Fields[Exclude<KnownName, NamesWith<{ isClosed: true }>>]['parameter'];

/** A parameter that takes known names. */
export type NameParameter = Fields[KnownName]['parameter'];

/** The named fields with known names, by their parameters. */
export const fieldOfParameter = Object.fromEntries(
  fieldNames
    .filter((name) => 'vocabulary' in namedFields[name])
    .map((name) => [namedFields[name].parameter, namedFields[name]]),
) as unknown as Record<NameParameter, NamedField & { vocabulary: Vocabulary }>;

/** The known names of the parameters that also take others. */
export const vocabularies = Object.fromEntries(
  Object.entries(fieldOfParameter)
    .filter(([, { isClosed }]) => !isClosed)
    .map(([parameter, { vocabulary }]) => [parameter, vocabulary]),
) as Record<VocabularyName, Vocabulary>;
