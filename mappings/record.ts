import Type, { type Static, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';
import { flagNames } from './flags.ts';

/** Marks a field that the specification leaves open: present because we chose it. */
const choice = { 'x-choice': true };

/** Maximum length of a text that can be filtered or grouped by; the API also rejects longer filter values. */
export const maxTermLength = 200;

const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const dollars = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Web URLs only: another scheme, such as javascript:, could run code where a client shows a link. */
const webAddress = '^[Hh][Tt][Tt][Pp][Ss]?://[^/\\s]';

/** How precisely the source dates a sale; a month or year is stored as its first day. */
export const datePrecisions = ['day', 'month', 'year'] as const;

/** What a price includes: only the hammer price, also the buyer's premium, or unknown. */
export const priceBases = ['hammer', 'premium', 'unknown'] as const;

/**
 * A published auction record. Every field is always present; unknown values are null, an empty list or false.
 * Money is nominal US dollars, weight is metric carats, dates are UTC calendar days.
 */
export const recordFields = {
  id: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Record identifier, also used in the detail path.',
    examples: [17],
  }),
  title: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Title of the lot, verbatim.',
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
  auction_house: nullable(text(maxTermLength), {
    description: 'Auction house by its canonical name.',
    examples: ["Sotheby's"],
    ...choice,
  }),
  is_sold: Type.Boolean({
    description:
      'Whether the lot sold; where the source does not specify it, a lot with a price counts as sold.',
    ...choice,
  }),
  auction_date: nullable(Type.String({ format: 'date' }), {
    description: 'Day of the sale (UTC), 1600 to 2100; a month or year is stored as its first day.',
    examples: ['2015-05-12'],
    ...choice,
  }),
  price_per_carat_usd: nullable(Type.Number({ minimum: 0 }), {
    description: 'price_final_usd / carat in US dollars per carat, 2 decimals, or null where either is null.',
    examples: [1185451.27],
    ...choice,
  }),
  lot_number: nullable(text(100), { description: 'Lot number within the sale.', ...choice }),
  sale: nullable(text(500), { description: 'Name or number of the sale.', ...choice }),
  location: nullable(text(200), { description: 'Place of the sale.', ...choice }),
  treatment: nullable(text(maxTermLength), {
    description: 'Treatment of the stone as reported, for example "No heat".',
    ...choice,
  }),
  lab: nullable(text(maxTermLength), { description: 'Laboratory that reported on the stone.', ...choice }),
  url: nullable(Type.String({ minLength: 1, maxLength: 2_000, pattern: webAddress }), {
    description: 'URL of the lot at the source (http or https).',
    ...choice,
  }),
  estimate_low_usd: nullable(dollars(), { description: 'Lower estimate in US dollars.', ...choice }),
  estimate_high_usd: nullable(dollars(), { description: 'Upper estimate in US dollars.', ...choice }),
  auction_date_precision: nullable(Type.Enum([...datePrecisions]), {
    description: 'How precisely the source dates the sale; null without a date.',
    ...choice,
  }),
  price_original: nullable(Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
    description: 'The price in the original `currency`, as given by the source.',
    ...choice,
  }),
  currency: nullable(Type.String({ pattern: '^[A-Z]{3}$' }), {
    description: 'ISO 4217 code of price_original.',
    ...choice,
  }),
  price_basis: nullable(Type.Enum([...priceBases]), {
    description: "Whether the price is the hammer price or includes the buyer's premium.",
    ...choice,
  }),
  derived: Type.Array(text(100), {
    description: 'Names of the fields that were derived from the title.',
    maxItems: 50,
    ...choice,
  }),
  flags: Type.Array(Type.Enum([...flagNames]), {
    description: 'Flags for unusual data of this record.',
    maxItems: 50,
    ...choice,
  }),
  is_synthetic: Type.Boolean({
    description: 'True for generated sample lots, never for real sales.',
    ...choice,
  }),
  import: nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    description: 'Number of the import that wrote the record.',
    ...choice,
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
