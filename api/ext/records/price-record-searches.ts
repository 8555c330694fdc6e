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

/** Generated sample lots are never a price record. */
export const generated = { yes: equals('is_synthetic', true), no: equals('is_synthetic', false) };

/** The price records of a filter: the ranked lots, and the generated ones that are left out. */
export interface RankedRecords extends Ranking {
  synthetic: Clause;
}

/** The greatest value of each day, month or year of lots, the counts of excluded lots, and the newest day of real lots. */
export function maximaBody({ query, excluded, synthetic }: RankedRecords, field: RankedField): SearchBody {
  const maxima = (filter: Clause, calendar_interval: 'day' | 'month' | 'year'): Aggregation => ({
    filter: allOf([filter, present('auction_date')]),
    aggs: {
      periods: {
        date_histogram: { field: 'auction_date', calendar_interval, min_doc_count: 1 },
        aggs: { max: { max: { field } } },
      },
    },
  });
  return {
    query: either([query, synthetic, ...(excluded ? [excluded] : [])]),
    ...cachedFigures,
    aggs: {
      ...(excluded && { excluded: { filter: excluded } }),
      synthetic: { filter: synthetic },
      ranked: {
        filter: query,
        aggs: {
          day: maxima(ofDay, 'day'),
          month: maxima(ofMonth, 'month'),
          year: maxima(ofYear, 'year'),
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

interface Maxima {
  doc_count: number;
  periods: { buckets: { key_as_string: string; max: { value: number } }[] };
}

/** The search response to `maximaBody`. */
export interface MaximaResult {
  excluded?: { doc_count: number };
  synthetic: { doc_count: number };
  ranked: { doc_count: number; day: Maxima; month: Maxima; year: Maxima };
  all: { auctions: { newest: { value_as_string?: string } } };
}

/** The price records: each value strictly above those of all earlier days. A lot counts from its last possible day. */
export function priceRecordSteps({ day, month, year }: MaximaResult['ranked']): PriceRecordStep[] {
  const valuesOf = ({ periods }: Maxima, dayOf: (first: string) => string) =>
    periods.buckets.map(({ key_as_string, max }) => ({ day: dayOf(key_as_string), value: max.value }));
  const days = [
    ...valuesOf(day, (first) => first),
    ...valuesOf(month, lastDayOfMonth),
    ...valuesOf(year, (first) => `${first.slice(0, 4)}-12-31`),
  ];
  const steps: PriceRecordStep[] = [];
  for (const step of days.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : b.value - a.value))) {
    if (step.value > (steps.at(-1)?.value ?? -1)) steps.push(step);
  }
  return steps;
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

/** A price record: a value that exceeded all earlier ones. */
export interface PriceRecordStep {
  /** The day from which it counts. */
  day: string;
  value: number;
}

/** The last day of the month of a day. */
export function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
