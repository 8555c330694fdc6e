import { absent, allOf, type Clause, either, equals, present } from '../../query/filters.ts';
import type { Aggregations } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';

const none = (clause: Clause): Clause => ({ bool: { must_not: [clause] } });

const datedWithinYear = none(equals('auction_date_precision', 'year'));

/** The lots of a query that a price model uses: those for which `hedonicMomentsOf` returned moments. */
export function pricedLots(query: Clause, interval: IndexInterval = 'year'): Clause {
  const priced = [query, present('hedonic.x')];
  return allOf(interval === 'year' ? priced : [...priced, datedWithinYear]);
}

/** All others. */
export function unpricedLots(query: Clause, interval: IndexInterval): Clause {
  const without = [absent('hedonic.x')];
  if (interval === 'quarter') without.push(equals('auction_date_precision', 'year'));
  return allOf([query, either(without)]);
}

/** What a lot must have to pass each step, by the reason for its exclusion. */
const steps = {
  unsold: equals('is_sold', true),
  unweighed: present('carat'),
  unpriced: { range: { price_per_carat_usd: { gt: 0 } } },
  multi_stone: none(equals('flags', 'MULTI_STONE')),
  undated: present('auction_date'),
  dated_by_year_only: datedWithinYear,
} satisfies Record<string, Clause>;

export type Reason = keyof typeof steps;

const stepsOf = (interval: IndexInterval) =>
  (Object.keys(steps) as Reason[]).filter((step) => interval === 'quarter' || step !== 'dated_by_year_only');

/**
 * A nested aggregation from all lots of a query to those of a price model, step by step; below the last step it
 * contains `last`.
 */
export function byReason(interval: IndexInterval, last: Aggregations): Aggregations {
  return stepsOf(interval).reduceRight<Aggregations>(
    (below, reason) => ({ [reason]: { filter: steps[reason], aggs: below } }),
    last,
  );
}

/** The search response to `byReason`: at each step the lots that passed, and the next step. */
export type ByReason<Last> = { [step in Reason]?: { doc_count: number } & ByReason<Last> } & Partial<Last>;

/**
 * The number of lots excluded at each step, and the result below the last one.
 * @param lots the number of lots before the first step
 */
export function readByReason<Last>(
  interval: IndexInterval,
  lots: number,
  answer: ByReason<Last>,
): { leftOut: Record<Reason, number>; last: Last } {
  const leftOut = { unsold: 0, unweighed: 0, unpriced: 0, multi_stone: 0, undated: 0, dated_by_year_only: 0 };
  let [before, at] = [lots, answer];
  for (const reason of stepsOf(interval)) {
    const next = at[reason]!;
    leftOut[reason] = before - next.doc_count;
    [before, at] = [next.doc_count, next];
  }
  return { leftOut, last: at as Last };
}
