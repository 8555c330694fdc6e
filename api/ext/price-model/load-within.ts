import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses } from '../../statistics/auction-lots.ts';
import { type ChosenLots, chooseLots, type LotsWanted } from './choose-lots.ts';
import { dayOf, fieldsOf, loadLots } from './load-lots.ts';

/** The lots of a filter that a price model uses. Requests for other dates of the same lots share what is loaded. */
export async function loadWithin(
  search: SearchContext,
  params: FilterParams,
  wanted: LotsWanted,
): Promise<ChosenLots> {
  const { date_from, date_to, year, ...others } = params;
  const query = allOf(auctionClauses(others));
  const lots = await loadLots(search, query, { fields: fieldsOf(wanted.basis) });
  const [from, to] = [date_from ? dayOf(date_from) : -Infinity, date_to ? dayOf(date_to) : Infinity];
  return chooseLots(lots, {
    ...wanted,
    where: (row) => {
      const day = lots.day[row]!;
      return from <= day && day <= to && (year === undefined || year.includes(lots.quarter[row]! >> 2));
    },
  });
}
