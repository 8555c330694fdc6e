import type { FilterParams } from '../../filters/filter-params.ts';
import type { Clause, SearchBody } from '../../search/clauses.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { auctionLots } from '../../statistics/auction-lots.ts';

/** The lots of auction statistics: their number and aggregations, and the number of objects that are left out. */
interface AuctionsFound<Answer> {
  answer: Answer & { doc_count: number };
  objects: number;
}

/**
 * One search for auction statistics of the lots in a filter.
 * @param bodyOf the search for the aggregations of all lots of a query; those of objects are then left out
 */
export async function searchAuctions<Answer>(
  search: Pick<SearchContext, 'search'>,
  params: FilterParams,
  bodyOf: (query: Clause) => SearchBody,
): Promise<AuctionsFound<Answer>> {
  const { query, included } = auctionLots(params);
  const { aggs, ...body } = bodyOf(query);
  const found = await search.search<unknown, { lots: AuctionsFound<Answer>['answer'] }>({
    ...body,
    track_total_hits: true,
    aggs: { lots: { filter: included, aggs: aggs! } },
  });
  const answer = found.aggregations!.lots;
  return { answer, objects: totalHits(found) - answer.doc_count };
}
