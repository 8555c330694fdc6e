import { notListing } from '../../filters/filter-clauses.ts';
import {
  allOf,
  anyOf,
  type Clause,
  cachedFigures,
  either,
  equals,
  present,
  type SearchBody,
} from '../../search/clauses.ts';
import type { Aggregation } from '../../search/composite-pages.ts';
import type { RankedField, Ranking } from '../../statistics/ranked-lots.ts';
import { dayOf, nameOfDay } from '../price-model/load-lots.ts';

/** Generated sample lots are never a price record. */
export const generated = { yes: equals('is_synthetic', true), no: equals('is_synthetic', false) };

/** The price records of a filter: the ranked lots, and the generated ones that are left out. */
export interface RankedRecords extends Ranking {
  synthetic: Clause;
}

/** The greatest value of each last possible day of lots, the counts of excluded lots, and the newest day of real lots. */
export function maximaBody({ query, excluded, synthetic }: RankedRecords, field: RankedField): SearchBody {
  return {
    query: either([query, synthetic, ...(excluded ? [excluded] : [])]),
    ...cachedFigures,
    aggs: {
      ...(excluded && { excluded: { filter: excluded } }),
      synthetic: { filter: synthetic },
      ranked: {
        filter: query,
        aggs: {
          dated: { filter: present('last_day') },
          imprecise: { filter: anyOf('auction_date_precision', ['month', 'year']) },
          days: {
            histogram: { field: 'last_day', interval: 1, min_doc_count: 1 },
            aggs: { max: { max: { field } } },
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

/** The search response to `maximaBody`. */
export interface MaximaResult {
  excluded?: { doc_count: number };
  synthetic: { doc_count: number };
  ranked: {
    doc_count: number;
    dated: { doc_count: number };
    imprecise: { doc_count: number };
    days: { buckets: { key: number; max: { value: number } }[] };
  };
  all: { auctions: { newest: { value_as_string?: string } } };
}

/** The price records: each value strictly above those of all earlier days. A lot counts from its last possible day. */
export function priceRecordSteps({ days }: MaximaResult['ranked']): PriceRecordStep[] {
  const steps: PriceRecordStep[] = [];
  for (const { key, max } of days.buckets)
    if (max.value > (steps.at(-1)?.value ?? -1)) steps.push({ day: nameOfDay(key), value: max.value });
  return steps;
}

/** The lots that set some price records; of equal ones the one with the lowest id. */
export function priceRecordLotsBody(
  query: Clause,
  field: RankedField,
  steps: readonly PriceRecordStep[],
): SearchBody {
  const filters = steps.map(({ day, value }) => [
    day,
    allOf([equals('last_day', dayOf(day)), equals(field, value)]),
  ]);
  const lot: Aggregation = { top_hits: { size: 1, sort: [{ id: 'asc' }] } };
  return {
    query: allOf([
      query,
      anyOf(
        'last_day',
        steps.map(({ day }) => dayOf(day)),
      ),
    ]),
    size: 0,
    track_total_hits: false,
    aggs: { steps: { filters: { filters: Object.fromEntries(filters) }, aggs: { lot } } },
  };
}

/** A price record: a value that exceeded all earlier ones. */
export interface PriceRecordStep {
  /** The day from which it counts. */
  day: string;
  value: number;
}
