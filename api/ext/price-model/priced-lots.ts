import Type from 'typebox';
import { allOf, type Clause, equals, present, without } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { count, object } from '../../statistics/fields.ts';
import { type ModelChoice, nominalPerCaratOf, pricePerCaratOf } from './choice.ts';

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
  if (interval === 'quarter')
    steps.push({ reason: 'dated_by_year_only', clause: without(equals('auction_date_precision', 'year')) });
  if (choice.dollars === 'real')
    steps.push({ reason: 'before_price_index', clause: present(pricePerCaratOf(choice)) });
  return steps;
}

/** The lots of a query that a price model uses: sold and dated single stones with a weight and the chosen price. */
export const pricedLots = (query: Clause, wanted: ModelChoice = {}): Clause =>
  allOf([query, ...stepsOf(wanted).map(({ clause }) => clause)]);

/** Counts the lots of a query step by step, from all to those of a price model: the excluded ones by reason. */
export async function countSteps(search: SearchContext, query: Clause, wanted: ModelChoice) {
  const steps = stepsOf(wanted);
  const passed = steps.map((_, i) => allOf([query, ...steps.slice(0, i + 1).map(({ clause }) => clause)]));
  const lots = await search.counts([query, ...passed]);
  const leftOut: LeftOutLots = {
    ...{ unsold: 0, unweighed: 0, unpriced: 0, multi_stone: 0, undated: 0, dated_by_year_only: 0 },
  };
  for (const [i, { reason }] of steps.entries()) leftOut[reason] = lots[i]! - lots[i + 1]!;
  return leftOut;
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
