import { type AmountName, amountNames, ratioNames } from './price-amounts.ts';
import type { RecordField } from './record.ts';

/**
 * Version of the mapping below: a build works with an index of exactly this one and of all fields below. An added
 * field keeps it, any other change raises it; after both all files are imported again, the first with --replace.
 */
export const mappingVersion = 10;

/** A full value that is compared exactly, or ignoring case and accents in its `folded` form. */
const term = {
  type: 'keyword',
  fields: { folded: { type: 'keyword', normalizer: 'folded' } },
} as const;

/** A full value that is only compared, ignoring case and accents. */
const compared = { type: 'keyword', normalizer: 'folded', doc_values: false } as const;

/** Stored only; never searched, sorted or counted. */
const shown = { type: 'keyword', index: false, doc_values: false } as const;
const shownNumber = { type: 'double', index: false, doc_values: false } as const;

/** Only used in aggregations. */
const summed = { type: 'double', index: false } as const;

/** Maximum records that one search can reach: the default of `index.max_result_window`. */
export const resultWindow = 10_000;

/** Settings of an index of records. */
export const recordsSettings = {
  index: {
    // For one node; the worker replaces them with INDEX_SHARDS and INDEX_REPLICAS.
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // Data becomes visible only by the refreshes at the end of an import, which names a data version wherever records
    // changed.
    refresh_interval: '-1',
    // Longer than any import takes: a late batch of an older import must not restore a deleted record.
    gc_deletes: '7d',
    // The order of the list, so that a search for a page can terminate early.
    sort: { field: ['auction_day', 'id'], order: ['desc', 'desc'] },
  },
  analysis: {
    normalizer: { folded: { type: 'custom', filter: ['lowercase', 'asciifolding'] } },
    analyzer: { words: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'asciifolding'] } },
  },
} as const;

/** The mapping of each published field. */
const publishedFields = {
  id: { type: 'long' },
  title: shown,
  gem_type: term,
  carat: { type: 'double' },
  origin: term,
  price_final_usd: { type: 'long' },
  auction_house: term,
  is_sold: { type: 'boolean' },
  sale_status: { type: 'keyword' },
  auction_date: { type: 'date', format: 'strict_date' },
  price_per_carat_usd: { type: 'double' },
  lot_number: compared,
  sale: term,
  location: term,
  treatment: term,
  labs: term,
  report_numbers: compared,
  object_type: { type: 'keyword' },
  url: shown,
  image_url: shown,
  estimate_low_usd: { type: 'long' },
  estimate_high_usd: { type: 'long' },
  auction_date_precision: { type: 'keyword' },
  price_original: shownNumber,
  currency: shown,
  price_basis: { type: 'keyword' },
  price_hammer_usd: { type: 'long' },
  price_hammer_usd_source: shown,
  price_premium_usd: { type: 'long' },
  price_premium_usd_source: shown,
  derived: shown,
  flags: { type: 'keyword' },
  is_synthetic: { type: 'boolean' },
  import: { type: 'long' },
  updated_at: { type: 'date' },
  duplicate_of: { type: 'long' },
  stone_id: { type: 'long' },
  stone_evidence: { type: 'keyword' },
} as const satisfies Record<RecordField, object>;

/** Fields computed when a record is indexed, for sorting and grouping; they are not part of `_source`. */
const preparedFields = {
  /** The title as it is searched: without the characters that have no width. */
  title_words: { type: 'text', analyzer: 'words' },
  /** Natural logarithm of a price per carat above 0, whose median and deviation tell outliers. */
  ln_price_per_carat: summed,
  /** Days since 1970-01-01; `undatedDay` without a date, so that no sort has missing values. */
  auction_day: { type: 'integer' },
  /**
   * The last day on which the lot can have been sold, in days since 1970-01-01: that of the month or year where only this is known;
   * absent without a date.
   */
  last_day: { type: 'integer' },
  /** Calendar year of the sale; absent without a date. */
  year: { type: 'short' },
  /** The place of the lot number in the order of a catalog; absent without one. */
  lot_place: { type: 'keyword' },
  /** Name of the size class; absent without a weight. */
  carat_band: { type: 'keyword' },
  /** Prices per carat without and with premium, and prices in real dollars; absent where they are unknown. */
  amounts: {
    properties: Object.fromEntries(
      amountNames.map((name) => [name, name.startsWith('real') ? summed : { type: 'double' }]),
    ) as Record<AmountName, { type: 'double' }>,
  },
  /** The comparison with the estimates; absent without estimates. */
  estimates: {
    properties: {
      band: { type: 'keyword' },
      hammer_place: { type: 'keyword' },
      premium_place: { type: 'keyword' },
      ...(Object.fromEntries(ratioNames.map((name) => [name, summed])) as Record<
        (typeof ratioNames)[number],
        typeof summed
      >),
    },
  },
  /** Keys shared by records of the same lot from other sources; absent if unknown. */
  duplicate_keys: { type: 'keyword' },
  /** Keys shared by lots of one stone; absent if unknown. */
  stone_keys: { type: 'keyword' },
  /** Number of the import that first wrote the id: how many records of an import are new. */
  first_import: { type: 'long' },
} as const;

/** The value of undated records in `auction_day`: before every date since 1600. */
export const undatedDay = -1_000_000;

/** The strict mapping of an index of records. */
export const recordsMapping = {
  dynamic: 'strict',
  _source: { excludes: Object.keys(preparedFields) },
  properties: { ...publishedFields, ...preparedFields },
} as const;

/** The properties of a mapping, by name. */
export type Properties = Readonly<Record<string, object>>;

/**
 * The fields of a mapping that another one lacks, by their paths.
 * @param found the `properties` of the other one
 * @param wanted those of the mapping
 */
export function fieldsMissing(found: Properties, wanted: Properties, path = ''): string[] {
  return Object.entries(wanted).flatMap(([name, field]) => {
    const other = found[name];
    if (other === undefined) return [path + name];
    return fieldsMissing(propertiesOf(other), propertiesOf(field), `${path}${name}.`);
  });
}

const propertiesOf = (field: { properties?: Properties }): Properties => field.properties ?? {};

type Term = {
  [F in keyof typeof publishedFields]: (typeof publishedFields)[F] extends typeof term ? F : never;
};
/** A field with a `folded` form. */
export type TermField = Term[keyof Term];

/** Every path that a query may use. */
export type Field =
  | keyof typeof publishedFields
  | Exclude<keyof typeof preparedFields, 'amounts' | 'estimates'>
  | `amounts.${AmountName}`
  | `estimates.${keyof (typeof preparedFields)['estimates']['properties']}`
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

/**
 * How the worker tells the API that the data changed. The source of truth is the `_meta` of the index behind the alias;
 * Redis only announces it, so that responses can be cached without a request to Elasticsearch each time.
 */
export interface DataVersion {
  /** Identifies one state of the data; never reused. */
  data_version: string;
  /** When the data last changed: an ISO 8601 time in UTC. */
  as_of: string;
}

/** `_meta` of an index of records. */
export interface RecordsMeta extends DataVersion {
  mapping_version: number;
  /** Present while a refresh may show writes that the data version does not name yet. */
  publishing?: true;
}

/** The Redis channel on which the data version of the alias is announced, as JSON of `DataVersion`. */
export function dataVersionChannel(indexAlias: string): string {
  return `gem-auctions:${indexAlias}:data-version`;
}

/** Name of the index of the names that are suggested from an index of records; readers of one read the other. */
export const suggestIndexName = (indexAlias: string, recordsIndex: string) =>
  `${indexAlias}-suggest-${recordsIndex.slice(recordsIndex.lastIndexOf('-') + 1)}`;

/** Every index of suggested names. */
export const suggestPattern = (indexAlias: string) => `${indexAlias}-suggest-*`;

/**
 * Why an alias that points to more than one index cannot be used. The API and the worker report it with the same
 * message.
 * @param indices the indices behind the alias, in any order
 */
export function aliasOnSeveral(indexAlias: string, indices: readonly string[]): string {
  const named = [...indices].sort().join(', ');
  return `The alias ${indexAlias} points to more than one index (${named}). Remove it from all but the live one.`;
}
