import Type from 'typebox';
import { hedonicField } from '../../../mappings/hedonic-moments.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { allOf, type Clause, equals, present, uncachedFigures, without } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { count, object } from '../../statistics/fields.ts';
import { type ByBasisResult, readByBasis } from '../../statistics/prices.ts';
import { presentPrices } from '../../statistics/prices-meta.ts';
import {
  hedonicPriceOf,
  type IndexInterval,
  nominalPerCaratOf,
  type PriceChoice,
  pricePerCaratOf,
} from './choice.ts';

const datedWithinYear = without(equals('auction_date_precision', 'year'));

const noOutlier = without(equals('flags', 'PRICE_OUTLIER'));

/** The lots of a query that a price model uses: those that have moments of the chosen price. */
export function pricedLots(
  query: Clause,
  interval: IndexInterval = 'year',
  choice: PriceChoice = {},
): Clause {
  const clauses = [query, present(hedonicField('y', hedonicPriceOf(choice)))];
  if (interval === 'quarter') clauses.push(datedWithinYear);
  if (choice.outliers === 'leave_out') clauses.push(noOutlier);
  return allOf(clauses);
}

/** A search for aggregations over these lots, which Elasticsearch does not cache. */
export const sumsOfPricedLots = (query: Clause, interval: IndexInterval, choice?: PriceChoice) => ({
  query: pricedLots(query, interval, choice),
  ...uncachedFigures,
});

/** The lots of a query that a price model does not use. */
export function unpricedLots(query: Clause, interval: IndexInterval, choice: PriceChoice): Clause {
  return allOf([query, without(pricedLots({ match_all: {} }, interval, choice))]);
}

/** A condition of a price model, and the reason why a lot that does not meet it is left out. */
interface Step {
  reason: Reason;
  clause: Clause;
}

type UsualReason = 'unsold' | 'unweighed' | 'unpriced' | 'multi_stone' | 'undated' | 'dated_by_year_only';

/** Reasons that depend on what is chosen. */
type ChosenReason = 'before_price_index' | 'price_outliers';

type Reason = UsualReason | ChosenReason;

/** The number of excluded lots, by reason; the chosen ones only where they apply. */
export type LeftOutLots = Record<UsualReason, number> & Partial<Record<ChosenReason, number>>;

function stepsOf(interval: IndexInterval, choice: PriceChoice): Step[] {
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
  if (choice.outliers === 'leave_out') steps.push({ reason: 'price_outliers', clause: noOutlier });
  return steps;
}

/**
 * A nested aggregation from all lots of a query to those of a price model, step by step; below the last step it
 * contains `last`.
 */
export function byReason(interval: IndexInterval, last: Aggregations, choice: PriceChoice): Aggregations {
  return stepsOf(interval, choice).reduceRight<Aggregations>(
    (below, { reason, clause }) => ({ [reason]: { filter: clause, aggs: below } }),
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
  result: ByReason<Last>,
  choice: PriceChoice,
): { leftOut: LeftOutLots; last: Last } {
  const leftOut: LeftOutLots = {
    ...{ unsold: 0, unweighed: 0, unpriced: 0, multi_stone: 0, undated: 0, dated_by_year_only: 0 },
  };
  let [before, at] = [lots, result];
  for (const { reason } of stepsOf(interval, choice)) {
    const next = at[reason]!;
    leftOut[reason] = before - next.doc_count;
    [before, at] = [next.doc_count, next];
  }
  return { leftOut, last: at as Last };
}

/**
 * `meta.prices` of a price model.
 * @param prices counts among the lots of the model
 */
export function pricesMeta(
  { basis = 'published', base }: Pick<PriceChoice, 'basis'> & { base?: string | undefined },
  prices: ByBasisResult,
  { unpriced, before_price_index: leftOut = 0 }: Pick<LeftOutLots, 'unpriced' | 'before_price_index'>,
) {
  const { later, ...counts } = readByBasis(prices);
  return presentPrices(
    { basis, ...(base !== undefined && { base }) },
    { ...counts, leftOut: unpriced, ...(later !== undefined && { real: { later, leftOut } }) },
  );
}

/** The counts of lots that are left out because of the chosen prices. */
export const leftOutByChoice = {
  before_price_index: Type.Optional(
    count('With `dollars=real`: lots sold before the consumer price index begins.'),
  ),
  price_outliers: Type.Optional(count('With `outliers=leave_out`: lots with the flag PRICE_OUTLIER.')),
};

export const LeftOut = object('LeftOut', 'Lots left out of a price model', {
  unsold: count('Lots that are not known to be sold.'),
  unweighed: count('Sold lots without a weight.'),
  unpriced: count('Sold, weighed lots without a price per carat above 0.'),
  multi_stone: count('Lots of several stones.'),
  undated: count('Lots without a date.'),
  dated_by_year_only: count('With quarters: lots with only a known year.'),
  thin_periods: count('Lots of periods with fewer than 5 lots.'),
  ...leftOutByChoice,
});

/** The name of the sale of a lot: the lots of one house on one day. */
export const nameOfSale = ({
  auction_date,
  auction_house,
}: Pick<AuctionRecord, 'auction_date' | 'auction_house'>): string => `${auction_date} ${auction_house ?? ''}`;
