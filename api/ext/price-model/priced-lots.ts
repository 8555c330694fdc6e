import Type from 'typebox';
import { allOf, type Clause, equals, present, without } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { count, object } from '../../statistics/fields.ts';
import { type ByBasisResult, needsAmounts, pricesByBasis, readByBasis } from '../../statistics/prices.ts';
import { presentPrices } from '../../statistics/prices-meta.ts';
import { syntheticLots } from '../../statistics/statistics.ts';
import { type ModelChoice, nominalPerCaratOf, pricePerCaratOf } from './choice.ts';

const datedWithinYear = without(equals('auction_date_precision', 'year'));

/** The sold and dated lots of a query that are single stones with a weight. */
export const saleOfOneStone = (query: Clause): Clause =>
  allOf([
    query,
    equals('is_sold', true),
    present('carat'),
    present('auction_date'),
    without(equals('flags', 'MULTI_STONE')),
  ]);

/** The lots of a query that a price model uses by default. */
export const pricedLots = (query: Clause): Clause =>
  allOf([saleOfOneStone(query), { range: { price_per_carat_usd: { gt: 0 } } }]);

/** A condition of a price model, and the reason why a lot that does not meet it is left out. */
interface Step {
  reason: Reason;
  clause: Clause;
}

type UsualReason = 'unsold' | 'unweighed' | 'unpriced' | 'multi_stone' | 'undated' | 'dated_by_year_only';

type Reason = UsualReason | 'before_price_index';

/** The number of excluded lots, by reason; `before_price_index` only where it applies. */
type LeftOutLots = Record<UsualReason, number> & { before_price_index?: number };

function stepsOf({ interval, ...choice }: ModelChoice): Step[] {
  const steps: Step[] = [
    { reason: 'unsold', clause: equals('is_sold', true) },
    { reason: 'unweighed', clause: present('carat') },
    { reason: 'unpriced', clause: { range: { [nominalPerCaratOf(choice)]: { gt: 0 } } } },
    { reason: 'multi_stone', clause: without(equals('flags', 'MULTI_STONE')) },
    { reason: 'undated', clause: present('auction_date') },
  ];
  if (interval === 'quarter') steps.push({ reason: 'dated_by_year_only', clause: datedWithinYear });
  if (choice.dollars === 'real')
    steps.push({ reason: 'before_price_index', clause: present(pricePerCaratOf(choice)) });
  return steps;
}

/**
 * Counts the lots of a query step by step, from all to those of a price model.
 * @returns the excluded lots by reason, the generated samples among all lots, and `meta.prices` where a request chooses prices
 */
export async function countLots(search: SearchContext, query: Clause, wanted: ModelChoice) {
  const steps = stepsOf(wanted);
  const last: Aggregations = needsAmounts(wanted)
    ? { prices: { filter: { match_all: {} }, aggs: pricesByBasis(wanted) } }
    : {};
  const byReason = steps.reduceRight<Aggregations>(
    (below, { reason, clause }): Aggregations => ({ [reason]: { filter: clause, aggs: below } }),
    last,
  );
  const found = await search.search<unknown, Passed & { synthetic: { doc_count: number } }>({
    ...{ query, size: 0, track_total_hits: true, request_cache: true },
    aggs: { ...byReason, synthetic: syntheticLots },
  });
  const leftOut: LeftOutLots = {
    ...{ unsold: 0, unweighed: 0, unpriced: 0, multi_stone: 0, undated: 0, dated_by_year_only: 0 },
  };
  let [before, at]: [number, Passed] = [totalHits(found), found.aggregations!];
  for (const { reason } of steps) {
    const next = at[reason]!;
    leftOut[reason] = before - next.doc_count;
    [before, at] = [next.doc_count, next];
  }
  return {
    leftOut,
    synthetic: found.aggregations!.synthetic.doc_count,
    prices: at.prices && pricesMeta(wanted, at.prices, leftOut),
  };
}

/** The lots that passed a step, and below them those that passed the next one. */
type Passed = { [step in Reason]?: { doc_count: number } & Passed } & { prices?: ByBasisResult };

/**
 * `meta.prices` of a price model.
 * @param prices counts among the lots of the model
 */
function pricesMeta(
  { basis = 'published', base }: ModelChoice,
  prices: ByBasisResult,
  { unpriced, before_price_index: leftOut = 0 }: Pick<LeftOutLots, 'unpriced' | 'before_price_index'>,
) {
  const { later, ...counts } = readByBasis(prices);
  return presentPrices(
    { basis, ...(base !== undefined && { base }) },
    { ...counts, leftOut: unpriced, ...(later !== undefined && { real: { later, leftOut } }) },
  );
}

/** The counts of lots that every price model leaves out. */
export const leftOutOfAll = {
  unsold: count('Lots that are not known to be sold.'),
  unweighed: count('Sold lots without a weight.'),
  unpriced: count('Sold, weighed lots without a price per carat above 0.'),
  multi_stone: count('Lots of several stones.'),
  undated: count('Lots without a date.'),
  before_price_index: Type.Optional(
    count('With `dollars=real`: lots sold before the consumer price index begins.'),
  ),
};

export const LeftOut = object('LeftOut', 'Lots left out of a price model', {
  ...leftOutOfAll,
  dated_by_year_only: count('With quarters: lots with only a known year.'),
  thin_periods: count('Lots of periods with fewer than 5 lots.'),
});
