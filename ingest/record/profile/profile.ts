import Type, { type Static } from 'typebox';
import { inputFields } from '../input.ts';
import { ColumnTest, column, columnsIn, NumberFormat, Source, testedIn, words } from './source.ts';

export const Encoding = Type.String({
  maxLength: 40,
  description: 'A name that TextDecoder knows, such as windows-1250 or gb18030; detected if absent.',
});

/** Whether a text is the name of an encoding. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

export const Delimiter = Type.String({
  // One ASCII character: cells are found byte by byte.
  pattern: '^[^"\\r\\n\\u0080-\\uffff]$',
  description: 'Of a CSV file; detected in the header if absent.',
});

export const Selection = Type.Enum(['hand_picked'], {
  description: 'How the lots were chosen: hand_picked flags them, and statistics leave them out.',
});

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
const maxRates = 20_000;

const Price = Type.Partial(
  Type.Object({
    amount: Source,
    currency: Source,
    signs: Type.Record(Type.String({ minLength: 1 }), Type.String({ pattern: '^[A-Z]{3}$' }), {
      description: 'Currencies by the signs beside an amount: "HK$": HKD.',
    }),
    hammer: Source,
    premium: Source,
    per: Type.Enum(['carat'], { description: 'The amounts are prices per carat; the lot if absent.' }),
    usd: Source,
    estimate_low: Source,
    estimate_high: Source,
    estimate: Source,
    rates: Type.Array(Rate, { maxItems: maxRates }),
  }),
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
        description: 'Prefix of every key, for columns that another source could share.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type IdentityRules = Static<typeof Identity>;

/** How the columns of a source become records. A job carries it complete, without references to files. */
export const Profile = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    ...Type.Partial(
      Type.Object({
        description: Type.String({ maxLength: 2_000 }),
        encoding: Encoding,
        delimiter: Delimiter,
        sheet: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 1 })], {
          description: 'Of a workbook: name or number of the sheet; the first that is not empty if absent.',
        }),
        header_line: Type.Integer({
          minimum: 1,
          maximum: 1_000,
          description: 'Of a CSV file or a sheet: the line of the header; the lines above it are not read.',
        }),
        records: Type.String({
          minLength: 1,
          maxLength: 500,
          description:
            'Of a JSON file: where the records are, such as lots, sales.lots, or * for the values of an object.',
        }),
        recognized_by: Type.Array(column, {
          minItems: 1,
          maxItems: 500,
          description: 'Columns by which inspect knows the source.',
        }),
        null_words: words('Texts that mean no value in any column, without regard to case.'),
        numbers: NumberFormat,
        only: Type.Array(ColumnTest, {
          maxItems: 50,
          description: 'Rows that do not meet all of these are skipped.',
        }),
        except: Type.Array(ColumnTest, {
          maxItems: 50,
          description: 'Rows that meet one of these are skipped.',
        }),
        identity: Identity,
        selection: Selection,
        optional: Type.Array(column, {
          maxItems: 500,
          description: 'Columns that a file of the source may lack.',
        }),
      }),
    ).properties,
    fields: Type.Unsafe<Partial<Record<string, Source>>>(
      Type.Object(Object.fromEntries(inputFields.map((field) => [field, Type.Optional(Source)])), {
        additionalProperties: false,
      }),
    ),
    price: Type.Optional(Price),
    titles: Type.Optional(
      Type.Object(
        {
          read: Type.Array(Type.Enum([...titleFields]), { maxItems: titleFields.length }),
          from: Type.Optional(Source),
        },
        { additionalProperties: false },
      ),
    ),
    ignore: Type.Optional(Type.Array(column, { maxItems: 500 })),
  },
  { additionalProperties: false },
);
export type Profile = Static<typeof Profile>;

/** The sources of the prices of a profile. */
export function priceSources({ rates: _rates, signs: _signs, per: _per, ...sources }: PriceRules = {}) {
  return sources;
}

/** Every source of a profile, with its place. */
export function sourcesOf({ fields, price, titles }: Profile): [place: string, source: Source][] {
  const sources = [
    ...Object.entries(fields).map(([name, source]) => [`fields.${name}`, source] as const),
    ...Object.entries(priceSources(price)).map(([name, source]) => [`price.${name}`, source] as const),
    ['titles.from', titles?.from] as const,
  ];
  return sources.flatMap(([place, source]) => (source ? [[place, source]] : []));
}

/** Every column that a profile uses, once each; ignored columns are not included. */
export function columnsOf(profile: Profile): string[] {
  const { identity, only = [], except = [] } = profile;
  const named = sourcesOf(profile).flatMap(([, source]) => [...columnsIn(source), ...testedIn(source)]);
  const tested = [...only, ...except].flatMap((condition) => condition.column ?? []);
  return [...new Set([...(identity?.columns ?? []), ...named, ...tested])];
}

/** The columns that a file must have to be read by a profile. */
export const requiredColumns = (profile: Profile): string[] =>
  columnsOf(profile).filter((column) => !profile.optional?.includes(column));
