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
  const end = new Date(Date.UTC(year, month - 1 + monthsIn[interval], 1)).toISOString().slice(0, 10);
  return { name: nameOf(interval, year, month), start, end };
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

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Lengths of a period. */
export const intervals = ['year', 'quarter', 'month'] as const;

export type Interval = (typeof intervals)[number];
