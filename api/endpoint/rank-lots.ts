import type { RecordField } from '../../mappings/record.ts';
import type { Paging } from '../params/paging.ts';
import { presentRanking, RankedRecord } from '../present/ranked-record.ts';
import { fieldSchemas, readRecords } from '../present/records.ts';
import { aboveValue, highestFirst, type RankedValue, type Ranking } from '../query/rankings.ts';
import { inconsistent } from '../search/errors.ts';
import { countLots, recordsPage } from '../search/pagination.ts';
import type { RecordHit, SearchContext } from '../search/search-context.ts';
import { exportRecords } from '../search/snapshot-export.ts';
import type { Rows } from './define-route.ts';
import { presentPagination } from './envelope.ts';

/** One page of a ranking; both rankings use it. */
export async function rankLots(
  search: SearchContext,
  { query }: Ranking,
  { field, measure }: RankedValue,
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
      : 1 + (await countLots(search, aboveValue(query, field, measure(records[0]!)!)));
  if (firstRank > position + 1) throw inconsistent(search);
  return {
    data: presentRanking(records, measure, position, firstRank, fields),
    pagination: presentPagination(page, limit, total),
  };
}

/** All lots of a ranking, with all or some fields; both rankings use it. */
export async function rankedRows(
  search: SearchContext,
  { query }: Ranking,
  { field, measure }: RankedValue,
  fields?: RecordField[],
): Promise<Rows> {
  const list = { query, order: highestFirst(field) };
  const { total, steps, close } = await exportRecords(search, list);
  return {
    fields: { rank: RankedRecord.properties.rank, ...fieldSchemas(fields) },
    total,
    batches: () => ranked(steps(), measure, fields),
    close,
  };
}

async function* ranked(
  steps: AsyncIterable<RecordHit[]>,
  measure: RankedValue['measure'],
  fields?: RecordField[],
): AsyncGenerator<string[]> {
  let position = 0;
  let last: { value: number | null; rank: number } | undefined;
  for await (const hits of steps) {
    const records = readRecords(hits);
    const firstRank = last && last.value === measure(records[0]!) ? last.rank : position + 1;
    const rows = presentRanking(records, measure, position, firstRank, fields);
    yield rows.map((row) => JSON.stringify(row));
    position += rows.length;
    last = { value: measure(records.at(-1)!), rank: rows.at(-1)!.rank };
  }
}
