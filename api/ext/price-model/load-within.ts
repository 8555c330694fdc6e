import Type from 'typebox';
import { newestCpiMonth } from '../../../mappings/us-cpi.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf, equals } from '../../search/clauses.ts';
import { countLots } from '../../search/pagination.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { needsAmounts } from '../../statistics/prices.ts';
import { PricesMeta, presentPrices } from '../../statistics/prices-meta.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import type { ModelChoice } from './choice.ts';
import { countBases, loadLots } from './load-lots.ts';
import { presentSample, sampleMeta } from './model-figures.ts';
import { countSteps, pricedLots } from './priced-lots.ts';

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
  const { date_from = '', date_to = '9999', year, ...others } = params;
  const query = allOf(auctionClauses(params));
  const [loaded, leftOut, synthetic, otherLots] = await Promise.all([
    loadLots(search, pricedLots(allOf(auctionClauses(others)), wanted), wanted),
    countSteps(search, query, wanted),
    countLots(search, allOf([query, equals('is_synthetic', true)])),
    countLeftOut(search, params),
  ]);
  const chosen = loaded.lots.filter(
    ({ auction_date: day }) =>
      date_from <= day && day <= date_to && (year?.includes(Number(day.slice(0, 4))) ?? true),
  );
  const { unpriced, before_price_index } = leftOut;
  const later = chosen.filter(({ auction_date }) => auction_date.slice(0, 7) > newestCpiMonth).length;
  const prices = {
    ...{ ...countBases(chosen), leftOut: unpriced },
    ...(before_price_index !== undefined && { real: { leftOut: before_price_index, later } }),
  };
  const meta = {
    synthetic_lots: synthetic,
    excluded: presentExcluded(0, otherLots),
    ...presentSample(loaded),
    ...(needsAmounts(wanted) && { prices: presentPrices(wanted, prices) }),
  };
  return { chosen, leftOut, meta };
}
