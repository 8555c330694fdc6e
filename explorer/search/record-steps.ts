import uPlot from 'uplot';
import type { PlotShape } from '../charts/plot.ts';
import { priceScale } from '../charts/trend-plots.ts';
import { usdShort } from '../page/format.ts';
import type { PriceRecord } from '../service/answers.ts';

/** The price record at the end of a month; undefined before the first. */
export interface RecordMonth {
  period: string;
  record: PriceRecord | undefined;
}

/** Each month from the first price record to the last day of the data, with its price record. */
export function recordMonths(records: readonly PriceRecord[], asOf: string): RecordMonth[] {
  const months: RecordMonth[] = [];
  let next = 0;
  for (let at = monthOf(records[0]!.counts_from); at <= monthOf(asOf); at++) {
    while (records[next] && monthOf(records[next]!.counts_from) <= at) next++;
    const period = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
    months.push({ period, record: records[next - 1] });
  }
  return months;
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The price records as steps, because a record stands until the next one. */
export function recordPlot(months: readonly RecordMonth[], isLog: boolean, unit: string): PlotShape {
  return {
    height: 338,
    hasPeriods: true,
    ...{ unit, isLog },
    rows: [months.map(({ record }) => record?.value_usd ?? null)],
    series: ({ accent }) => [
      { stroke: accent, width: 2, points: { show: false }, paths: uPlot.paths.stepped!({ align: 1 }) },
    ],
    scale: priceScale(isLog),
    format: usdShort,
  };
}
