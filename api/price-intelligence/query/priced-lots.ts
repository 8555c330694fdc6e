import { absent, type Clause, either, equals, present } from '../../query/clauses.ts';
import { allOf } from '../../query/filters.ts';
import type { Aggregations } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';

const none = (clause: Clause): Clause => ({ bool: { must_not: [clause] } });

const datedWithinYear = none(equals('auction_date_precision', 'year'));

/** The lots of a query that a price model rests on: those of which `hedonicMomentsOf` made something. */
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

/** What a lot must have to go on to the next step, by the reason for which it is left out without it. */
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
 * An aggregation that goes down from all lots of a query to those of a price model, step by step; below the last it
 * looks at those with `last`.
 */
export function byReason(interval: IndexInterval, last: Aggregations): Aggregations {
  return stepsOf(interval).reduceRight<Aggregations>(
    (below, reason) => ({ [reason]: { filter: steps[reason], aggs: below } }),
    last,
  );
}

/** What the search answers to `byReason`: at each step the lots that went on, and the next step. */
export type ByReason<Last> = { [step in Reason]?: { doc_count: number } & ByReason<Last> } & Partial<Last>;

/**
 * How many lots were left out at each step, and what was found below the last one.
 * @param lots how many there were before the first
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
