import Type, { type Static } from 'typebox';
import type { PriceKind } from '../../../mappings/price-amounts.ts';
import type { AuctionRecord, RecordField } from '../../../mappings/record.ts';
import { defineRoute, type Route, type Rows } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extensionPagingParams, type Paging } from '../../parameters/paging.ts';
import { fieldSchemas, fieldsParam, SelectedFields, selectFields } from '../../record/record-fields.ts';
import type { Clause } from '../../search/clauses.ts';
import { inconsistent } from '../../search/errors.ts';
import { countLots, recordsPage } from '../../search/pagination.ts';
import type { RecordHit, SearchContext } from '../../search/search-context.ts';
import { exportRecords } from '../../search/snapshot-export.ts';
import { countLeftOut, pricedClauses, withHandPicked } from '../../statistics/auction-lots.ts';
import { basisParam, choosePrices, countPrices } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  aboveValue,
  highestFirst,
  type RankedField,
  type RankedValue,
  type Ranking,
  ranked,
} from '../../statistics/ranked-lots.ts';
import { Excluded, presentExcluded } from '../../statistics/totals.ts';

/** A record with all or some fields, and its rank in a ranking. */
export const RankedRecord = Type.Object(
  {
    rank: Type.Integer({
      minimum: 1,
      description:
        '1 + the number of lots in the filter with a strictly greater value: equal values share a rank.',
      'x-choice': true,
    }),
    ...SelectedFields.properties,
  },
  {
    $id: 'RankedRecord',
    title: 'Ranked auction record',
    description: 'All fields are present, unless `fields` selects some; `rank` and `id` always are.',
    additionalProperties: false,
  },
);

export type RankedRecord = Static<typeof RankedRecord>;

interface RankingDescription
  extends Pick<Route, 'path' | 'operationId' | 'summary' | 'description' | 'examples'> {
  /** `meta.sort` */
  sort: string;
  /** The value by which lots are ranked, at prices of a basis. */
  rankedBy(basis?: PriceKind): RankedValue;
  /** The ranked lots of a filter. */
  rankingOf(filters: Clause[], field: RankedField): Ranking;
}

/** A path that ranks the sold lots of a filter by a value. */
export function rankingRoute({ sort, rankedBy, rankingOf, ...description }: RankingDescription): Route {
  return defineRoute({
    ...description,
    tag: 'Price rankings',
    params: {
      ...extensionPagingParams,
      ...filterParams,
      basis: basisParam,
      fields: Type.Optional(fieldsParam),
    },
    rules: filterRules,
    data: Type.Array(RankedRecord),
    paged: true,
    meta: { excluded: Excluded, prices: PricesMeta },
    cost: 'brief',
    async handle({ params, search }) {
      const lots = withHandPicked(params);
      const filters = pricedClauses(lots);
      const value = rankedBy(params.basis);
      const prices = choosePrices(params);
      const ranking = rankingOf(filters, value.field);
      const count = (query: Clause | undefined) => (query ? countLots(search, query) : 0);
      const [page, severalStones, leftOut, counted] = await Promise.all([
        rankLots(search, ranking, value, params),
        count(ranking.excluded),
        countLeftOut(search, lots, ranked(value.field)),
        countPrices(search, filters, prices),
      ]);
      const excluded = presentExcluded(severalStones, leftOut);
      return { ...page, meta: { sort, excluded, prices: prices.present(counted) } };
    },
    rows: ({ params, search }) => {
      const value = rankedBy(params.basis);
      return rankedRows(
        search,
        rankingOf(pricedClauses(withHandPicked(params)), value.field),
        value,
        params.fields,
      );
    },
  });
}

/** One page of a ranking. */
async function rankLots(
  search: SearchContext,
  { query }: Ranking,
  { field, measure }: RankedValue,
  params: Paging & { fields?: RecordField[] },
) {
  const { page, limit, fields } = params;
  const { hits, total } = await recordsPage(search, { query, order: highestFirst(field), page, limit });
  const records = hits.map(({ record }) => record);
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

/** All lots of a ranking, with all or some fields. */
async function rankedRows(
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
    batches: () => rankedBatches(steps(), measure, fields),
    close,
  };
}

async function* rankedBatches(
  steps: AsyncIterable<RecordHit[]>,
  measure: RankedValue['measure'],
  fields?: RecordField[],
): AsyncGenerator<string[]> {
  let position = 0;
  let last: { value: number | null; rank: number } | undefined;
  for await (const hits of steps) {
    const records = hits.map(({ record }) => record);
    const firstRank = last && last.value === measure(records[0]!) ? last.rank : position + 1;
    const rows = presentRanking(records, measure, position, firstRank, fields);
    yield rows.map((row) => JSON.stringify(row));
    position += rows.length;
    last = { value: measure(records.at(-1)!), rank: rows.at(-1)!.rank };
  }
}

/**
 * A page of a ranking.
 * @param measure the value by which lots are ranked
 * @param position the number of records before the page
 * @param firstRank the rank of the page's first record
 * @param fields the fields to show beside rank and id; all by default
 */
export function presentRanking(
  records: readonly AuctionRecord[],
  measure: (record: AuctionRecord) => number | null,
  position: number,
  firstRank: number,
  fields?: readonly RecordField[],
): RankedRecord[] {
  let rank = firstRank;
  return records.map((record, place) => {
    const isLower = place > 0 && measure(record) !== measure(records[place - 1]!);
    if (isLower) rank = position + place + 1;
    return { rank, ...selectFields(record, fields) };
  });
}
