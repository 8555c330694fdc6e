import Type, { type Static } from 'typebox';

export const words = (description: string) =>
  Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500, description });
const expressions = (description: string) =>
  Type.Array(Type.String({ maxLength: 500 }), { maxItems: 50, description });
export const column = Type.String({ minLength: 1, maxLength: 500 });

/** How numbers are written in a source. Without `thousands` a number has no separator but the decimal one. */
export const NumberFormat = Type.Partial(
  Type.Object({
    thousands: Type.String({ minLength: 1, maxLength: 1, description: 'Groups of three.' }),
    indian: Type.Boolean({
      description: 'Groups of two may stand before the last three digits: "12,50,000".',
    }),
    decimal: Type.String({ minLength: 1, maxLength: 1, description: '"." if absent.' }),
    scale: Type.Number({
      exclusiveMinimum: 0,
      description: 'What a unit of the numbers is: 1000 for thousands, 0.01 for cents.',
    }),
    units: words('Words before or after a number to ignore: "ct", "carats".'),
  }),
  { additionalProperties: false },
);
export type NumberFormat = Static<typeof NumberFormat>;

/** A test of a row: a column has one of the words, matches a pattern, or is filled. */
export const ColumnTest = Type.Partial(
  Type.Object({
    column: column,
    words: words('Words or phrases, without regard to case, accents and punctuation.'),
    patterns: expressions('Regular expressions (RE2).'),
    filled: Type.Boolean(),
  }),
  { additionalProperties: false },
);
export type ColumnTest = Static<typeof ColumnTest>;

/** Where a value comes from, and how its text is read: its properties apply in this order. */
export const Source = Type.Partial(
  Type.Object({
    column: column,
    columns: Type.Array(column, {
      minItems: 1,
      maxItems: 50,
      description: 'Columns; the first one with a value counts.',
    }),
    join: Type.String({ maxLength: 20, description: 'With columns: all values, with this in between.' }),
    value: Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Number(), Type.Boolean()], {
      description: 'A constant.',
    }),
    where: Type.Array(ColumnTest, {
      maxItems: 20,
      description: 'The value counts only in rows that meet all of these.',
    }),
    filled: Type.Boolean({ description: 'True where the column has a value, false where not.' }),
    null_words: words('Texts that mean no value here, besides those of the profile.'),
    extract: expressions(
      'Regular expressions (RE2) with one named group, looked for in the first 4,000 characters: the group of the first that matches is the value.',
    ),
    words: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: 'Values by words; the first word in the text counts. A text without any has no value.',
    }),
    map: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: 'Values by texts, without regard to case; null means no value.',
    }),
    default: Type.String({ minLength: 1, maxLength: 200, description: 'The value of rows without any.' }),
    formats: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      minItems: 1,
      maxItems: 20,
      description:
        'Of a date: yyyy, yy (1950 to 2049), M, MM, MMM, MMMM, d, dd and text as it stands; or ISO, Excel or Unix.',
    }),
    numbers: NumberFormat,
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'Of an estimate: the currency of amounts without a sign, if it is not that of the prices.',
    }),
    carats_per_unit: Type.Number({
      exclusiveMinimum: 0,
      description: 'Of the weight: carats of a bare number, or of one with a listed unit; 5 for grams.',
    }),
    range: Type.Enum(['low', 'high'], {
      description: 'Of a price that is a range: which end counts.',
    }),
  }),
  { additionalProperties: false },
);
export type Source = Static<typeof Source>;

/** The columns that a source reads, in their order. */
export const columnsIn = ({ column, columns = [] }: Source): string[] =>
  column === undefined ? columns : [column, ...columns];

/** The columns that decide where a source counts. */
export const testedIn = ({ where = [] }: Source): string[] => where.flatMap(({ column = [] }) => column);
