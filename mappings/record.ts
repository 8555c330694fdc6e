import Type, { type Static, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';
import { flagNames } from './flags.ts';
import { objectTypeNames } from './vocabulary/object-types.ts';

/** Marks fields that the specification leaves open: present because we chose them. */
const chosen = <P extends TProperties>(fields: P): P =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.With(field, { 'x-choice': true })]),
  ) as unknown as P;

/** Maximum length of a text that can be filtered or grouped by; the API also rejects longer filter values. */
const maxTermLength = 200;

/** Maximum length of the name of a sale. */
export const maxSaleLength = 500;

const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const ordinal = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options });
const dollars = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Web URLs only: another scheme, such as javascript:, could run code where a client shows a link. Without user and
 * password, which are secrets, and which make a link look like one to another host.
 */
const webAddress = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s]+([/?#]|$)';
const secureAddress = webAddress.replace('?', '');

/** How precisely the source dates a sale; a month or year is stored as its first day. */
const datePrecisions = ['day', 'month', 'year'] as const;

/** The outcome of a lot: sold, unsold (bought in, passed), withdrawn, listing (an asking price only), or unknown. */
export const saleStatuses = ['sold', 'unsold', 'withdrawn', 'listing', 'unknown'] as const;

export type SaleStatus = (typeof saleStatuses)[number];

/** Where a price without or with buyer's premium comes from: the source, or the house's premium schedule. */
const priceSources = ['given', 'schedule'] as const;

/** What a price includes: only the hammer price, also the buyer's premium, or unknown. */
export const priceBases = ['hammer', 'premium', 'unknown'] as const;

export type PriceBasis = (typeof priceBases)[number];

/** What can tell that lots of different sales are one stone. */
export const stoneEvidence = ['report', 'name', 'weight'] as const;

export type StoneEvidence = (typeof stoneEvidence)[number];

/**
 * A published auction record. Every field is always present; unknown values are null, an empty list or false.
 * Money is nominal US dollars, weight is metric carats, dates are UTC calendar days.
 */
export const recordFields = {
  id: ordinal({
    description: 'Record identifier, also used in the detail path.',
    examples: [17],
  }),
  title: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Title of the lot, in the words of the source.',
    examples: ['The Sunrise Ruby'],
  }),
  gem_type: Type.String({
    minLength: 1,
    maxLength: maxTermLength,
    description: 'Gemstone type by its canonical name; a name unknown to the vocabulary is kept as written.',
    examples: ['Ruby'],
  }),
  carat: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }), {
    description: 'Weight in carats as given, or null when unknown.',
    examples: [25.59],
  }),
  origin: nullable(text(maxTermLength), {
    description: 'Place of origin by its canonical name, or null when unknown.',
    examples: ['Myanmar'],
  }),
  price_final_usd: nullable(dollars(), {
    description: 'Final price in nominal US dollars, or null when unsold or unpublished.',
    examples: [30335698],
  }),
  ...chosen({
    auction_house: nullable(text(maxTermLength), {
      description: 'Auction house by its canonical name.',
      examples: ["Sotheby's"],
    }),
    is_sold: nullable(Type.Boolean(), {
      description: 'Whether the lot sold, or null when unknown; it follows from sale_status.',
    }),
    sale_status: Type.Enum([...saleStatuses], {
      description:
        'What became of the lot: `sold`, `unsold` (bought in, passed), `withdrawn`, `listing` (an asking price, not an auction result) or `unknown`. Where the source does not specify it, a lot with a price counts as sold, and one without as unknown.',
      examples: ['sold'],
    }),
    auction_date: nullable(Type.String({ format: 'date' }), {
      description: 'Day of the sale (UTC), 1600 to 2100; a month or year is stored as its first day.',
      examples: ['2015-05-12'],
    }),
    price_per_carat_usd: nullable(Type.Number({ minimum: 0 }), {
      description:
        'price_final_usd / carat in US dollars per carat, 2 decimals, or null where either is null.',
      examples: [1185451.27],
    }),
    lot_number: nullable(text(100), { description: 'Lot number within the sale.' }),
    sale: nullable(text(maxSaleLength), { description: 'Name or number of the sale.' }),
    location: nullable(text(200), { description: 'Place of the sale.' }),
    treatment: nullable(text(maxTermLength), {
      description:
        'Treatment of the stone by its canonical name; one unknown to the vocabulary is kept as written. Null when unknown.',
      examples: ['No heat'],
    }),
    labs: Type.Array(text(maxTermLength), {
      description: 'Laboratories that reported on the stone, by their canonical names.',
      examples: [['SSEF', 'Gübelin']],
      maxItems: 20,
    }),
    report_numbers: Type.Array(text(100), {
      description: 'Numbers of laboratory reports.',
      examples: [['78414']],
      maxItems: 50,
    }),
    object_type: nullable(Type.Enum([...objectTypeNames]), {
      description: 'What was offered, or null when unknown.',
      examples: ['ring'],
    }),
    url: nullable(Type.String({ minLength: 1, maxLength: 2_000, pattern: webAddress }), {
      description: 'URL of the lot at the source (http or https).',
    }),
    image_url: nullable(Type.String({ minLength: 1, maxLength: 2_000, pattern: secureAddress }), {
      description: 'URL of a photo of the lot (https only). The photo stays at its host.',
    }),
    estimate_low_usd: nullable(dollars(), { description: 'Lower estimate in US dollars.' }),
    estimate_high_usd: nullable(dollars(), { description: 'Upper estimate in US dollars.' }),
    auction_date_precision: nullable(Type.Enum([...datePrecisions]), {
      description:
        'How precisely the source dates the sale. Null where it does not say, and without a date; a date with null counts as a day.',
    }),
    price_original: nullable(Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      description: 'The price in the original `currency`, as given by the source.',
    }),
    currency: nullable(Type.String({ pattern: '^[A-Z]{3}$' }), {
      description: 'ISO 4217 code of price_original.',
    }),
    price_basis: nullable(Type.Enum([...priceBases]), {
      description: "Whether the price is the hammer price or includes the buyer's premium.",
    }),
    price_hammer_usd: nullable(dollars(), {
      description: "Price without buyer's premium in US dollars, or null when unknown.",
    }),
    price_hammer_usd_source: nullable(Type.Enum([...priceSources]), {
      description: 'Whether the source gives price_hammer_usd, or a premium schedule; null without one.',
    }),
    price_premium_usd: nullable(dollars(), {
      description: "Price including buyer's premium in US dollars, or null when unknown.",
    }),
    price_premium_usd_source: nullable(Type.Enum([...priceSources]), {
      description: 'Whether the source gives price_premium_usd, or a premium schedule; null without one.',
    }),
    derived: Type.Array(text(100), {
      description: 'Names of the fields that were derived from the title.',
      maxItems: 50,
    }),
    flags: Type.Array(Type.Enum([...flagNames], { 'x-open-values': true }), {
      description: 'Flags for unusual data of this record.',
      maxItems: 50,
    }),
    is_synthetic: Type.Boolean({
      description: 'True for generated sample lots, never for real sales.',
    }),
    import: nullable(ordinal(), {
      description: 'Number of the import that wrote the record.',
    }),
    updated_at: nullable(Type.String({ format: 'date-time' }), {
      description:
        'When the import that last wrote the record was enqueued (UTC), or that last changed its flags, `duplicate_of` or `stone_id`; null in an index of an older build.',
      examples: ['2026-11-24T09:30:00.000Z'],
    }),
    duplicate_of: nullable(ordinal(), {
      description:
        'Id of the record that is shown for the same lot in its place, where another source has it too; null otherwise. A record with a value is only found by its id and by `duplicates`.',
    }),
    stone_id: nullable(ordinal(), {
      description:
        'The stone of this lot: the lowest id among the lots at which it was offered in different sales; null where no other sale is known.',
    }),
    stone_evidence: Type.Array(Type.Enum([...stoneEvidence]), {
      description:
        'What this lot has in common with another lot of its stone: a laboratory report, a name of its own, or a rare weight. Empty without stone_id.',
      maxItems: stoneEvidence.length,
    }),
  }),
} satisfies TProperties;

/** A published auction record. */
export const AuctionRecord = Type.Object(recordFields, {
  $id: 'AuctionRecord',
  title: 'Auction record',
  additionalProperties: false,
});

export type AuctionRecord = Static<typeof AuctionRecord>;

export type RecordField = keyof AuctionRecord;

/** The names of all published fields, in the order in which they are published. */
export const recordFieldNames = Object.keys(recordFields) as RecordField[];
