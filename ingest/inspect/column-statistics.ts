import { shorten } from '../errors.ts';
import { cellText, nullTest } from '../record/profile/read-source.ts';
import { formatsOf } from './draft/guess-dates.ts';

/** The statistics of a column. */
export interface ColumnReport {
  column: string;
  /** Records with a value here; "n/a" and similar texts do not count. */
  filled: number;
  /** The narrowest kind that fits nine of ten records of a sample of the distinct values. */
  kind: ValueKind;
  /** Up to three different values. */
  examples: string[];
  /** Distinct values, up to `maxDistinct`. */
  distinct: number;
  /** Whether no counted value repeats. */
  unique: boolean;
  /** The first distinct values, up to `maxSample`, for the draft. */
  sample: string[];
  /** Counts the records with one of these values. */
  rowsOf(values: readonly string[]): number;
}

/** The words of a name apart: "lotTitle" and "lot_title" are "lot Title" and "lot title". */
export const wordsApart = (name: string): string =>
  name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');

/** Maximum number of distinct values that are counted, so that memory does not grow with the file. */
export const maxDistinct = 50_000;
const maxColumns = 500;
/** Enough values to show how the others are written. */
const maxSample = 1_000;
const exampleLength = 60;

/** Share of the values that must fit a kind for the column to have it. */
const prevailing = 0.9;

/** Collects statistics of columns, in memory that does not grow with the file. */
export function columnStatistics(columns: readonly string[]) {
  const byColumn = new Map(columns.map((column) => [column, emptyColumn()]));

  return {
    add(fields: Record<string, unknown>): void {
      for (const name of Object.keys(fields)) {
        if (!byColumn.has(name) && byColumn.size < maxColumns) byColumn.set(name, emptyColumn());
        const column = byColumn.get(name);
        const text = cellText(fields[name]);
        if (column && !isNull(text)) count(column, text);
      }
    },
    report: (): ColumnReport[] => [...byColumn].map(([column, counts]) => ({ column, ...summary(counts) })),
  };
}

const isNull = nullTest({}, {});

function emptyColumn() {
  return {
    filled: 0,
    /** The distinct values with their records. */
    values: new Map<string, number>(),
    repeats: false,
    examples: [] as string[],
  };
}
type Column = ReturnType<typeof emptyColumn>;

function count(column: Column, text: string): void {
  column.filled++;
  const value = text.slice(0, 200);
  const before = column.values.get(value) ?? 0;
  if (before > 0) column.repeats = true;
  else if (column.examples.length < 3) {
    column.examples.push(shorten(text.replace(/\s+/g, ' '), exampleLength));
  }
  if (before > 0 || column.values.size < maxDistinct) column.values.set(value, before + 1);
}

function summary({ filled, values, repeats, examples }: Column): Omit<ColumnReport, 'column'> {
  const kinds = new Map<ValueKind, number>();
  // The first values of a file may be unlike the others.
  const step = Math.ceil(values.size / maxSample);
  for (const [value, n] of [...values].filter((_, i) => i % step === 0))
    for (const kind of kindsOf(value)) kinds.set(kind, (kinds.get(kind) ?? 0) + n);
  const dates = [...kinds.keys()].filter((kind) => kind.startsWith('date: '));
  const narrowestFirst = [...patterns.map(([kind]) => kind), ...dates, 'text'] as const;
  const kind = narrowestFirst.find((kind) => kinds.get(kind)! >= kinds.get('text')! * prevailing) ?? 'text';
  const sample = [...values.keys()].slice(0, maxSample);
  const rowsOf = (wanted: readonly string[]) =>
    wanted.reduce((sum, value) => sum + (values.get(value) ?? 0), 0);
  return { filled, kind, examples, distinct: values.size, unique: filled > 0 && !repeats, sample, rowsOf };
}

/** The kind of a text; `date:` is followed by its format. */
type ValueKind = (typeof patterns)[number][0] | `date: ${string}` | 'text';

const patterns = [
  ['boolean', /^(true|false|yes|no|sold|unsold)$/i],
  ['year', /^(1[6-9]|20)\d{2}$/],
  ['integer', /^-?\d+$/],
  ['number', /^-?\d*\.?\d+$/],
  ['number with thousands', /^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)?$/],
  ['amount', /^(\p{L}{0,3}\s?[$€£¥]|[A-Z]{3}|Rs\.?|Fr\.?)\s?\d[\d.,' ]*$|^\d[\d.,' ]*\s?([€£$]|[A-Z]{3})$/u],
  ['currency', /^[A-Z]{3}$/],
  ['url', /^https?:\/\//],
] as const;

/** Every kind that fits a text, the narrowest first; the last is `text`. */
function kindsOf(text: string): ValueKind[] {
  const kinds = patterns.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  return [...kinds, ...formatsOf(text).map((format) => `date: ${format}` as const), 'text'];
}
