import Type from 'typebox';
import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import type { ModelChoice } from './choice.ts';
import { chooseLots } from './choose-lots.ts';
import { dayOf, loadLots } from './load-lots.ts';
import { presentSample, sampleMeta } from './model-figures.ts';
import { countLots } from './priced-lots.ts';

/** The members of `meta` of a price model. */
export const modelMeta = {
  ...syntheticMeta,
  excluded: Excluded,
  ...sampleMeta,
  prices: Type.Optional(PricesMeta),
};

/**
 * The lots of a filter that a price model uses, the numbers of those that it leaves out, and `meta`. Requests for other dates of
 * the same lots share what is loaded.
 */
export async function loadWithin(search: SearchContext, params: FilterParams, wanted: ModelChoice) {
  const { date_from, date_to, year, ...others } = params;
  const [lots, counted, otherLots] = await Promise.all([
    loadLots(search, allOf(auctionClauses(others)), { basis: wanted.basis }),
    countLots(search, allOf(auctionClauses(params)), wanted),
    countLeftOut(search, params),
  ]);
  const [from, to] = [date_from ? dayOf(date_from) : -Infinity, date_to ? dayOf(date_to) : Infinity];
  const chosen = chooseLots(lots, {
    ...wanted,
    where: (row) => {
      const day = lots.day[row]!;
      return from <= day && day <= to && (year === undefined || year.includes(lots.quarter[row]! >> 2));
    },
  });
  const { leftOut, synthetic, prices } = counted;
  const meta = {
    synthetic_lots: synthetic,
    excluded: presentExcluded(0, otherLots),
    ...presentSample(lots),
    ...(prices && { prices }),
  };
  return { chosen, leftOut, meta };
}
