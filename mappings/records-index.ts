import { type HedonicMoment, hedonicMomentNames } from './hedonic-moments.ts';
import type { RecordField } from './record.ts';

/**
 * Version of the mapping below. A change of the mapping is a new version; `gem-auctions migrate` builds its index, and
 * until then `preparedSince` keeps what is new out of the old one.
 */
export const mappingVersion = 3;

/** A whole value that is compared exactly, and without regard to case or accents in its `folded` form. */
const term = {
  type: 'keyword',
  fields: { folded: { type: 'keyword', normalizer: 'folded' } },
} as const;

/** Kept for the reader of a record; never searched, sorted or counted. */
const shown = { type: 'keyword', index: false, doc_values: false } as const;
const shownNumber = { type: 'double', index: false, doc_values: false } as const;

/** Summed up in aggregations alone. */
const summed = { type: 'double', index: false } as const;

/** How many records one search may reach: what Elasticsearch allows an index by default (`index.max_result_window`). */
export const resultWindow = 10_000;

/** Settings of an index of records. */
export const recordsSettings = {
  index: {
    // For one node; the worker puts INDEX_SHARDS and INDEX_REPLICAS in their place.
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // Data becomes visible only by the refresh that ends an import, so one data version is one state of the data.
    refresh_interval: '-1',
    // Longer than any import may take: a late batch of an older import must not bring a deleted record back.
    gc_deletes: '7d',
    // The order of the list, so that a page of it ends the search early.
    sort: { field: ['auction_day', 'id'], order: ['desc', 'desc'] },
  },
  analysis: {
    normalizer: { folded: { type: 'custom', filter: ['lowercase', 'asciifolding'] } },
    analyzer: { words: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'asciifolding'] } },
  },
} as const;

/** One entry for each published field: how Elasticsearch keeps it. */
const publishedFields = {
  id: { type: 'long' },
  title: { type: 'text', analyzer: 'words' },
  gem_type: term,
  carat: { type: 'double' },
  origin: term,
  price_final_usd: { type: 'long' },
  auction_house: term,
  is_sold: { type: 'boolean' },
  auction_date: { type: 'date', format: 'strict_date' },
  price_per_carat_usd: { type: 'double' },
  lot_number: shown,
  sale: shown,
  location: shown,
  treatment: term,
  lab: term,
  url: shown,
  estimate_low_usd: shownNumber,
  estimate_high_usd: shownNumber,
  auction_date_precision: { type: 'keyword' },
  price_original: shownNumber,
  currency: shown,
  price_basis: shown,
  derived: shown,
  flags: { type: 'keyword' },
  is_synthetic: { type: 'boolean' },
  import: { type: 'long' },
} as const satisfies Record<RecordField, object>;

/** Fields computed when a record is indexed, for sorting and grouping; they are not part of `_source`. */
const preparedFields = {
  /** Days since 1970-01-01; `undatedDay` without a date, so that no sort meets a missing value. */
  auction_day: { type: 'integer' },
  /** Calendar year of the sale; absent without a date. */
  year: { type: 'short' },
  /** Name of the size class; absent without a weight. */
  carat_band: { type: 'keyword' },
  /** What a regression sums up; absent where a record has no part in one. */
  hedonic: {
    properties: Object.fromEntries(hedonicMomentNames.map((name) => [name, summed])) as Record<
      HedonicMoment,
      typeof summed
    >,
  },
} as const;

/** The version since which `_source` is the published record, with all its fields; before, unknown ones were left out. */
export const wholeSince = 3;

/** The version that brought a prepared field, where it was not the first: older indices refuse it. */
export const preparedSince = { hedonic: 2 } as const satisfies Partial<
  Record<keyof typeof preparedFields, number>
>;

/** Where undated records stand in `auction_day`: before every date from 1600 on. */
export const undatedDay = -1_000_000;

/** The strict mapping of an index of records. */
export const recordsMapping = {
  dynamic: 'strict',
  _source: { excludes: Object.keys(preparedFields) },
  properties: { ...publishedFields, ...preparedFields },
} as const;

type Term = {
  [F in keyof typeof publishedFields]: (typeof publishedFields)[F] extends typeof term ? F : never;
};
type TermField = Term[keyof Term];

/** Every path that a query may name. */
export type Field =
  | keyof typeof publishedFields
  | Exclude<keyof typeof preparedFields, 'hedonic'>
  | `hedonic.${HedonicMoment}`
  | `${TermField}.folded`;

/** Every index of records, live or kept, starts with this. */
const recordsPrefix = (indexAlias: string) => `${indexAlias}-records-`;

export const recordsPattern = (indexAlias: string) => `${recordsPrefix(indexAlias)}*`;

/** Name of the index that an import builds; 0 is that of the first one, which no import builds. */
export const recordsIndexName = (indexAlias: string, importNumber: number) =>
  `${recordsPrefix(indexAlias)}${importNumber}`;

/** Number of the import that built an index of records. */
export const builderOf = (indexAlias: string, index: string) =>
  Number(index.slice(recordsPrefix(indexAlias).length));
