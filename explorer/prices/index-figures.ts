import { type CsvColumn, column } from '../charts/figure-data.ts';
import type { Readout } from '../charts/time-figure.ts';
import { count, listed, periodName, tenth, usd } from '../page/format.ts';
import type { IndexPeriod } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { pricesText } from './prices-text.ts';

const { columns: titles, readout: terms, gaps } = pricesText.index;

const number = (name: 'index' | 'low' | 'high' | 'median_index'): CsvColumn<IndexPeriod> =>
  column(name, titles[name], (row) => row[name], tenth);

/** Columns of the index; files use the names of the API. */
export const indexColumns: CsvColumn<IndexPeriod>[] = [
  column('period', titles.period, (row) => row.period),
  ...(['index', 'low', 'high', 'median_index'] as const).map(number),
  column('median_price_per_carat_usd', titles.median, (row) => row.median_price_per_carat_usd, usd),
  column('n', titles.n, (row) => row.n, count),
  column('gap', titles.gap, (row) => row.gap),
];

/** The figures of a period. */
export const indexReadout =
  (base: string | null): Readout<IndexPeriod> =>
  (period) => {
    const { index, low, high, gap, median_index, median_price_per_carat_usd: median, n } = period;
    const isBase = period.period === base && index !== null;
    const interval = low === null ? text.unknown : text.range(tenth(low), tenth(high));
    return [
      [terms.index, gap === null ? tenth(index) : `${pricesText.index.none}, ${gaps[gap]}`],
      ...(index === null
        ? []
        : [[terms.interval, isBase ? pricesText.index.isBase : interval] as [string, string]]),
      [terms.median, tenth(median_index)],
      [terms.perCarat, usd(median)],
      [terms.n, count(n)],
    ];
  };

/** Maximum gaps listed in a note. */
const maxNamed = 6;

/** Notes on the periods without an index, by reason; consecutive periods form a range. */
export function gapNotes(periods: readonly IndexPeriod[]): string[] {
  const runs = new Map<keyof typeof gaps, [from: string, to: string][]>();
  for (const [place, { period, gap }] of periods.entries()) {
    if (gap === null) continue;
    const known = runs.get(gap) ?? [];
    const continues = periods[place - 1]?.gap === gap;
    if (continues) known.at(-1)![1] = period;
    else known.push([period, period]);
    runs.set(gap, known);
  }
  return [...runs].map(([gap, ranges]) => {
    const total = periods.filter((period) => period.gap === gap).length;
    const names = ranges.map(([from, to]) => text.range(periodName(from), periodName(to)));
    const periodNames = names.length > maxNamed ? pricesText.index.manyPeriods(count(total)) : listed(names);
    return pricesText.index.gapNote(gaps[gap], periodNames);
  });
}
