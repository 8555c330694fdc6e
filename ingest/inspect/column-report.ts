import { shorten } from '../errors.ts';
import { cellText, nullTest } from '../record/profile/read-source.ts';
import { areDays } from './date-formats.ts';

/** What a column holds. */
export type ColumnReport = ReturnType<ReturnType<typeof columnReports>['report']>[number];

/** Maximum number of different values that are counted, so that memory does not grow with the file. */
const maxDistinct = 50_000;
const maxColumns = 500;
const maxSample = 1_000;
/** Values that show the kind of a column. */
const maxKinds = 200;
const exampleLength = 60;

const isNull = nullTest({}, {});

/** Collects what the columns of a file hold, in memory that does not grow with the file. */
export function columnReports(names: readonly string[]) {
  const emptyColumn = () => ({ filled: 0, values: new Set<string>(), repeats: false });
  const columns = new Map(names.map((name) => [name, emptyColumn()]));
  return {
    add(fields: Record<string, unknown>): void {
      for (const [name, cell] of Object.entries(fields)) {
        const text = cellText(cell);
        if (isNull(text)) continue;
        if (!columns.has(name) && columns.size < maxColumns) columns.set(name, emptyColumn());
        const column = columns.get(name);
        if (!column) continue;
        column.filled++;
        const value = text.slice(0, 200);
        if (column.values.has(value)) column.repeats = true;
        else if (column.values.size < maxDistinct) column.values.add(value);
      }
    },
    report: () =>
      [...columns].map(([column, { filled, values, repeats }]) => {
        const sample = [...values].slice(0, maxSample);
        return {
          column,
          /** Records with a value here; "n/a" and similar texts do not count. */
          filled,
          /** What nine of ten different values are. */
          kind: kindOf(sample.slice(0, maxKinds)),
          /** Up to three different values. */
          examples: sample.slice(0, 3).map((text) => shorten(text.replace(/\s+/g, ' '), exampleLength)),
          /** Different values, up to 50,000. */
          distinct: values.size,
          /** Whether no counted value repeats. */
          unique: filled > 0 && !repeats,
          /** The first different values, up to 1,000. */
          sample,
        };
      }),
  };
}

/** Kinds of texts, the narrowest first. */
const kinds = {
  boolean: /^(true|false|yes|no)$/i,
  integer: /^-?\d+$/,
  number: /^-?[\d.,' ]+$/,
  url: /^https?:\/\//,
  list: /^[[{]/,
};

function kindOf(sample: readonly string[]): string {
  if (areDays(sample)) return 'date';
  const fits = (pattern: RegExp) => sample.filter((text) => pattern.test(text)).length >= sample.length * 0.9;
  return (sample.length > 0 && Object.entries(kinds).find(([, pattern]) => fits(pattern))?.[0]) || 'text';
}
