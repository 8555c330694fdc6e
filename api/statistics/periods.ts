import type { Clause } from '../search/clauses.ts';
import type { Aggregations } from '../search/composite-pages.ts';
import type { Sizes } from './statistics.ts';

/** A stretch of the calendar. */
export interface Period {
  /** "2019", "2019-Q3" or "2019-07". */
  name: string;
  /** First day, and the first day after it; YYYY-MM-DD. */
  start: string;
  end: string;
}

const monthsIn: Record<Interval, number> = { year: 12, quarter: 3, month: 1 };

/** Every period from the one that begins on `first` to the one that begins on `last`, without gaps. */
export function periodsBetween(interval: Interval, first: string, last: string): Period[] {
  const periods: Period[] = [];
  for (let start = first; start <= last; start = periods.at(-1)!.end)
    periods.push(periodFrom(interval, start));
  return periods;
}

/** The period that begins on this day. */
export function periodFrom(interval: Interval, start: string): Period {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7));
  return { name: nameOf(interval, year, month), start, end: firstOf(year, month + monthsIn[interval]) };
}

/** The first day of the period that contains a day. */
export function periodStart(interval: Interval, day: string): string {
  const month = Number(day.slice(5, 7));
  return firstOf(Number(day.slice(0, 4)), month - ((month - 1) % monthsIn[interval]));
}

/** The first day of the year or quarter of this name. */
export function firstDayOf(name: string): string {
  const [year, quarter] = name.split('-Q');
  return `${year}-${twoDigits(quarter === undefined ? 1 : 3 * Number(quarter) - 2)}-01`;
}

/** The last day of the year or quarter of this name. */
export function lastDayOf(name: string): string {
  const [year, quarter = '4'] = name.split('-Q');
  return `${year}-${['03-31', '06-30', '09-30', '12-31'][Number(quarter) - 1]}`;
}

function nameOf(interval: Interval, year: number, month: number): string {
  if (interval === 'year') return String(year);
  return interval === 'quarter' ? `${year}-Q${Math.ceil(month / 3)}` : `${year}-${twoDigits(month)}`;
}

function firstOf(year: number, month: number): string {
  return month > 12 ? `${year + 1}-${twoDigits(month - 12)}-01` : `${year}-${twoDigits(month)}-01`;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Lengths of a period. */
export const intervals = ['year', 'quarter', 'month'] as const;

export type Interval = (typeof intervals)[number];

/** A period with lots, and its numbers of values. */
export interface SizedPeriod {
  start: string;
  end: string;
  sizes: Required<Pick<Sizes, 'price_usd' | 'price_per_carat_usd'>>;
}

/** Periods per group: a lot is matched with the groups first, and then only with the periods of its group. */
const periodsPerGroup = 60;

/** An aggregation for each of some periods, named by its first day, at the second level of the response. */
export function groupPeriods<P extends Pick<SizedPeriod, 'start' | 'end'>>(
  periods: readonly P[],
  aggregationsOf: (period: P) => Aggregations,
): Aggregations {
  const aggs: Aggregations = {};
  for (let i = 0; i < periods.length; i += periodsPerGroup) {
    const group = periods.slice(i, i + periodsPerGroup);
    const leaves = group.map((period) => [
      period.start,
      { filter: within(period.start, period.end), aggs: aggregationsOf(period) },
    ]);
    aggs[`group_${group[0]!.start}`] = {
      filter: within(group[0]!.start, group.at(-1)!.end),
      aggs: Object.fromEntries(leaves),
    };
  }
  return aggs;
}

/** Days from `start` on, before `end`. */
export function within(start: string, end: string): Clause {
  return { range: { auction_date: { gte: start, lt: end } } };
}
