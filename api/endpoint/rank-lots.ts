import type { RecordField } from '../../mappings/record.ts';
import type { Paging } from '../params/paging.ts';
import { presentPagination } from '../present/envelope.ts';
import { presentRanking } from '../present/ranked-record.ts';
import { readRecords } from '../present/records.ts';
import { aboveValue, highestFirst, type RankedField, type Ranking } from '../query/rankings.ts';
import { inconsistent } from '../search/errors.ts';
import { countLots, recordsPage } from '../search/pagination.ts';
import type { SearchContext } from '../search/search-context.ts';

/** One page of a ranking; both rankings use it. */
export async function rankLots(
  search: SearchContext,
  { query }: Ranking,
  field: RankedField,
  params: Paging & { fields?: RecordField[] },
) {
  const { page, limit, fields } = params;
  const { hits, total } = await recordsPage(search, { query, order: highestFirst(field), page, limit });
  const records = readRecords(hits);
  const position = (page - 1) * limit;
  // Only the first record of a later page can share its rank with records that are not on the page.
  const firstRank =
    position === 0 || records.length === 0
      ? 1
      : 1 + (await countLots(search, aboveValue(query, field, records[0]![field]!)));
  if (firstRank > position + 1) throw inconsistent(search);
  return {
    data: presentRanking(records, field, position, firstRank, fields),
    pagination: presentPagination(page, limit, total),
  };
}
