import Type, { type Static } from 'typebox';
import { inputFields } from '../input.ts';

const words = (description: string) =>
  Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500, description });
const expressions = (description: string) =>
  Type.Array(Type.String({ maxLength: 500 }), { maxItems: 50, description });
const column = Type.String({ minLength: 1, maxLength: 500 });

/** How numbers are written in a source. Without `thousands` a number has no separator but the decimal one. */
const NumberFormat = Type.Object(
  {
    thousands: Type.Optional(Type.String({ minLength: 1, maxLength: 1, description: 'Groups of three.' })),
    decimal: Type.Optional(Type.String({ minLength: 1, maxLength: 1, description: '"." if absent.' })),
    units: Type.Optional(words('Words before or behind a number that say nothing new: "ct", "carats".')),
  },
  { additionalProperties: false },
);
export type NumberFormat = Static<typeof NumberFormat>;

/** Where a value comes from, and how its text is read. */
export const Source = Type.Object(
  {
    column: Type.Optional(column),
    columns: Type.Optional(
      Type.Array(column, { minItems: 1, maxItems: 50, description: 'The first that has a value.' }),
    ),
    join: Type.Optional(
      Type.String({ maxLength: 20, description: 'With columns: all values, with this in between.' }),
    ),
    value: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Number(), Type.Boolean()], {
        description: 'A constant.',
      }),
    ),
    filled: Type.Optional(
      Type.Boolean({ description: 'True where the column has a value, false where not.' }),
    ),
    map: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'What a text stands for, without regard to case; null is no value.',
      }),
    ),
    formats: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 20,
        description: 'Of a date: yyyy, M, MM, MMM, MMMM, d, dd and text as it stands; ISO takes a time too.',
      }),
    ),
    null_words: Type.Optional(words('Texts that mean no value here, besides those of the profile.')),
    null_patterns: Type.Optional(
      expressions('Regular expressions (RE2) of texts of up to 1,000 characters that mean no value here.'),
    ),
    value_patterns: Type.Optional(
      expressions('Regular expressions (RE2) of texts that are values; what matches none means no value.'),
    ),
    numbers: Type.Optional(NumberFormat),
  },
  { additionalProperties: false },
);
export type Source = Static<typeof Source>;

/** One rate: from this date on, so many US dollars for one unit of the currency. */
const Rate = Type.Object(
  {
    date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    usd_per_unit: Type.Number({ exclusiveMinimum: 0 }),
  },
  { additionalProperties: false },
);
export type Rate = Static<typeof Rate>;

/** Rates that travel with a job; more belong into several imports, each with its years. */
export const maxRates = 20_000;

const Price = Type.Object(
  {
    amount: Source,
    currency: Type.Optional(Source),
    signs: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String({ pattern: '^[A-Z]{3}$' }), {
        description: 'Signs that stand at an amount, with their currencies: "HK$": HKD.',
      }),
    ),
    usd: Type.Optional(Source),
    estimate_low: Type.Optional(Source),
    estimate_high: Type.Optional(Source),
    rates: Type.Optional(Type.Array(Rate, { maxItems: maxRates })),
  },
  { additionalProperties: false },
);
export type PriceRules = Static<typeof Price>;

/** Fields that can be read out of a title. */
export const titleFields = ['gem_type', 'carat', 'origin', 'treatment', 'object_type'] as const;

const Identity = Type.Object(
  {
    columns: Type.Array(column, { minItems: 1, maxItems: 50 }),
    may_be_empty: Type.Optional(Type.Array(column, { maxItems: 50 })),
    namespace: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Begins every key, where the columns alone could meet those of another source.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type IdentityRules = Static<typeof Identity>;

/** How the columns of a source become records. This is what travels with a job: complete, with no file to look up. */
export const Profile = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    null_words: Type.Optional(words('Texts that mean no value in any column, without regard to case.')),
    numbers: Type.Optional(NumberFormat),
    identity: Type.Optional(Identity),
    fields: Type.Unsafe<Partial<Record<string, Source>>>(
      Type.Object(Object.fromEntries(inputFields.map((field) => [field, Type.Optional(Source)])), {
        additionalProperties: false,
      }),
    ),
    price: Type.Optional(Price),
    titles: Type.Optional(
      Type.Object(
        { read: Type.Array(Type.Enum([...titleFields]), { maxItems: titleFields.length }) },
        { additionalProperties: false },
      ),
    ),
    ignore: Type.Optional(Type.Array(column, { maxItems: 500 })),
  },
  { additionalProperties: false },
);
export type Profile = Static<typeof Profile>;

/** Every column that a profile names, each once; those that it ignores are not among them. */
export function columnsOf({ identity, fields, price }: Profile): string[] {
  const { rates: _rates, signs: _signs, ...prices } = price ?? {};
  const sources = [...Object.values(fields), ...Object.values(prices)].filter(
    (source) => source !== undefined,
  );
  const named = sources.flatMap((source) => [
    ...(source.column ? [source.column] : []),
    ...(source.columns ?? []),
  ]);
  return [...new Set([...(identity?.columns ?? []), ...named])];
}
