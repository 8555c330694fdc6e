import { notListing } from '../../filters/filter-clauses.ts';
import {
  allOf,
  type Clause,
  cachedFigures,
  either,
  equals,
  present,
  type SearchBody,
} from '../../search/clauses.ts';
import type { Aggregation } from '../../search/composite-pages.ts';
import type { RankedField, Ranking } from '../../statistics/ranked-lots.ts';

const ofMonth = equals('auction_date_precision', 'month');
const ofYear = equals('auction_date_precision', 'year');
/** A lot without a date precision counts from its day. */
const ofDay: Clause = { bool: { must_not: [ofMonth, ofYear] } };

const max = (field: RankedField): Aggregation => ({ max: { field } });

/** Generated sample lots are never a price record. */
export const generated = { yes: equals('is_synthetic', true), no: equals('is_synthetic', false) };

/** The price records of a filter: the ranked lots, and the generated ones that are left out. */
export interface RankedRecords extends Ranking {
  synthetic: Clause;
}

/** The greatest value of each year, the counts of excluded lots, and the newest day of real lots. */
export function yearlyMaximaBody(
  { query, excluded, synthetic }: RankedRecords,
  field: RankedField,
): SearchBody {
  return {
    query: either([query, synthetic, ...(excluded ? [excluded] : [])]),
    ...cachedFigures,
    aggs: {
      ...(excluded && { excluded: { filter: excluded } }),
      synthetic: { filter: synthetic },
      ranked: {
        filter: query,
        aggs: {
          dated: { filter: present('auction_date') },
          imprecise: { filter: allOf([present('auction_date'), either([ofMonth, ofYear])]) },
          years: {
            date_histogram: {
              field: 'auction_date',
              calendar_interval: 'year',
              format: 'yyyy',
              min_doc_count: 1,
            },
            aggs: { max: max(field) },
          },
        },
      },
      all: {
        global: {},
        aggs: {
          auctions: {
            filter: allOf([notListing, generated.no]),
            aggs: { newest: { max: { field: 'auction_date' } } },
          },
        },
      },
    },
  };
}

/** The search response to `yearlyMaximaBody`. */
export interface YearlyMaxima {
  excluded?: { doc_count: number };
  synthetic: { doc_count: number };
  ranked: {
    doc_count: number;
    dated: { doc_count: number };
    imprecise: { doc_count: number };
    years: Buckets;
  };
  all: { auctions: { newest: { value: number | null; value_as_string?: string } } };
}

interface Buckets {
  buckets: { key_as_string: string; max: { value: number } }[];
}

/** Years per search: about 18,000 days, well below the bucket limit of Elasticsearch. */
export const yearsPerSearch = 50;

/** The greatest values of the days of some years, where they exceed the price record at the beginning of the year. */
export function dailyMaximaBody(
  query: Clause,
  field: RankedField,
  years: readonly RaisingYear[],
): SearchBody {
  const histogram = (calendar_interval: 'day' | 'month'): Aggregation => ({
    date_histogram: { field: 'auction_date', calendar_interval, min_doc_count: 1 },
    aggs: { max: max(field) },
  });
  const leaves = years.map(({ year, standing }) => {
    const above: Clause[] = standing === undefined ? [] : [{ range: { [field]: { gt: standing } } }];
    const aggs = {
      days: { filter: ofDay, aggs: { periods: histogram('day') } },
      months: { filter: ofMonth, aggs: { periods: histogram('month') } },
      year: { filter: ofYear, aggs: { max: max(field) } },
    };
    return [year, { filter: allOf([within(`${year}-01-01`, `${year}-12-31`), ...above]), aggs }];
  });
  return {
    query: allOf([query, either(years.map(({ year }) => within(`${year}-01-01`, `${year}-12-31`)))]),
    ...cachedFigures,
    aggs: Object.fromEntries(leaves),
  };
}

/** The search response to `dailyMaximaBody`, by year. */
type DailyMaxima = Record<
  string,
  { days: { periods: Buckets }; months: { periods: Buckets }; year: { max: { value: number | null } } }
>;

/** The values by the day from which they count: the last possible day of the lot. */
export function readDailyMaxima(result: DailyMaxima): Maximum[] {
  return Object.entries(result).flatMap(([year, { days, months, year: whole }]) => [
    ...days.periods.buckets.map((bucket) => ({ time: bucket.key_as_string, value: bucket.max.value })),
    ...months.periods.buckets.map((bucket) => ({
      time: lastDayOfMonth(bucket.key_as_string),
      value: bucket.max.value,
    })),
    ...(whole.max.value === null ? [] : [{ time: `${year}-12-31`, value: whole.max.value }]),
  ]);
}

/** The lots that set some price records; of equal ones the one with the lowest id. */
export function priceRecordLotsBody(
  query: Clause,
  field: RankedField,
  steps: readonly PriceRecordStep[],
): SearchBody {
  const filters = steps.map(({ day, value }) => [day, allOf([countsFrom(day), equals(field, value)])]);
  const lot: Aggregation = { top_hits: { size: 1, sort: [{ id: 'asc' }] } };
  return {
    query: allOf([query, either(steps.map(({ day }) => countsFrom(day)))]),
    size: 0,
    track_total_hits: false,
    aggs: { steps: { filters: { filters: Object.fromEntries(filters) }, aggs: { lot } } },
  };
}

/** The lots that count from this day on. */
function countsFrom(day: string): Clause {
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
  const alternatives = [allOf([ofDay, equals('auction_date', day)])];
  if (day === lastDayOfMonth(`${month}-01`)) alternatives.push(allOf([ofMonth, within(`${month}-01`, day)]));
  if (day === `${year}-12-31`) alternatives.push(allOf([ofYear, within(`${year}-01-01`, day)]));
  return either(alternatives);
}

/** Days from `first` to `last`. */
function within(first: string, last: string): Clause {
  return { range: { auction_date: { gte: first, lte: last } } };
}

/** The greatest value of a period. */
export interface Maximum {
  /** The year, or the day from which the value counts: YYYY or YYYY-MM-DD. */
  time: string;
  value: number;
}

/** A price record: a value that exceeded all earlier ones. */
export interface PriceRecordStep {
  /** The day from which it counts. */
  day: string;
  value: number;
}

/** A year in which a price record was set, and the price record at its beginning; undefined before the first. */
export interface RaisingYear {
  year: string;
  standing: number | undefined;
}

/** The years whose greatest value is above those of all earlier ones, oldest first. */
export function raisingYears(years: readonly Maximum[]): RaisingYear[] {
  const raising: RaisingYear[] = [];
  let standing: number | undefined;
  for (const { time, value } of [...years].sort(byTime)) {
    if (standing !== undefined && value <= standing) continue;
    raising.push({ year: time, standing });
    standing = value;
  }
  return raising;
}

/** Each value strictly above those of all earlier days; only the greatest of a day counts. */
export function priceRecordSteps(days: readonly Maximum[]): PriceRecordStep[] {
  const steps: PriceRecordStep[] = [];
  for (const { time, value } of [...days].sort((a, b) => byTime(a, b) || b.value - a.value)) {
    const last = steps.at(-1);
    if (last === undefined || value > last.value) steps.push({ day: time, value });
  }
  return steps;
}

/** The last day of the month of a day. */
export function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const byTime = (a: Maximum, b: Maximum) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);
