import { shorten } from '../errors.ts';
import { defaultNullWords, textOf } from '../record/profile/read-source.ts';
import { kindsOf, type ValueKind } from './value-kind.ts';

/** The statistics of a column. */
export interface ColumnReport {
  column: string;
  /** Records with a value here; "n/a" and the like are none. */
  filled: number;
  /** The narrowest kind that nine of ten values are of. */
  kind: ValueKind;
  /** Up to three different values. */
  examples: string[];
  /** Distinct values, up to `maxDistinct`. */
  distinct: number;
  /** Whether every value is distinct, as far as counted. */
  unique: boolean;
  /** The first distinct values, up to `maxSample`, by which a draft is made. */
  sample: string[];
}

/** Maximum number of distinct values that are counted, so that memory does not grow with the file. */
const maxDistinct = 50_000;
const maxColumns = 500;
const maxSample = 2_000;
const exampleLength = 60;

/** Share of the values that must be of a kind for the column to be. */
const prevailing = 0.9;

/** Collects what the columns of a file hold, in memory that does not grow with the file. */
export function columnStatistics(columns: readonly string[]) {
  const byColumn = new Map(columns.map((column) => [column, emptyColumn()]));
  const nulls = new Set(defaultNullWords);

  return {
    add(fields: Record<string, unknown>): void {
      for (const [name, value] of Object.entries(fields)) {
        const text = textOf(value);
        if (!byColumn.has(name) && byColumn.size < maxColumns) byColumn.set(name, emptyColumn());
        const column = byColumn.get(name);
        if (column && !nulls.has(text.toLowerCase())) count(column, text);
      }
    },
    report: (): ColumnReport[] => [...byColumn].map(([column, counts]) => ({ column, ...summary(counts) })),
  };
}

function emptyColumn() {
  return {
    filled: 0,
    kinds: new Map<ValueKind, number>(),
    values: new Set<string>(),
    repeats: false,
    examples: [] as string[],
  };
}
type Column = ReturnType<typeof emptyColumn>;

function count(column: Column, text: string): void {
  column.filled++;
  for (const kind of kindsOf(text)) column.kinds.set(kind, (column.kinds.get(kind) ?? 0) + 1);
  const value = text.slice(0, 200);
  if (column.values.has(value)) column.repeats = true;
  else {
    if (column.examples.length < 3) column.examples.push(shorten(text.replace(/\s+/g, ' '), exampleLength));
    if (column.values.size < maxDistinct) column.values.add(value);
  }
}

function summary({ filled, kinds, values, repeats, examples }: Column): Omit<ColumnReport, 'column'> {
  const enough = [...kinds].filter(([, n]) => n >= filled * prevailing);
  // Kinds are entered from the narrowest to the widest, but not every value has each.
  const kind = enough.sort(([a], [b]) => rank(a) - rank(b))[0]?.[0] ?? 'text';
  const sample = [...values].slice(0, maxSample);
  return { filled, kind, examples, distinct: values.size, unique: filled > 0 && !repeats, sample };
}

const order = ['boolean', 'year', 'integer', 'number', 'currency', 'url'];
const rank = (kind: ValueKind) =>
  order.indexOf(kind) === -1 ? order.length + (kind === 'text' ? 1 : 0) : order.indexOf(kind);
