import Type, { type Static } from 'typebox';
import type { RecordField } from '../../../mappings/record.ts';
import { asJson, defineRoute, type Route } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extensionPagingParams, type Paging } from '../../parameters/paging.ts';
import { fieldSchemas, fieldsParam, SelectedFields, selectFields } from '../../record/record-fields.ts';
import type { Clause } from '../../search/clauses.ts';
import { inconsistent } from '../../search/errors.ts';
import { allRecords, countLots, recordsPage } from '../../search/pagination.ts';
import type { RecordHit, SearchContext } from '../../search/search-context.ts';
import { countLeftOut, pricedClauses, withHandPicked } from '../../statistics/auction-lots.ts';
import { basisParam, choosePrices, countPrices } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  aboveValue,
  highestFirst,
  pricePerCaratRanking,
  type RankedField,
  type Ranking,
  ranked,
  topPriceRanking,
} from '../../statistics/ranked-lots.ts';
import { Excluded, presentExcluded } from '../../statistics/totals.ts';

/** A record with all or some fields, and its rank in a ranking. */
const RankedRecord = Type.Object(
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

type RankedRecord = Static<typeof RankedRecord>;

interface RankingDescription
  extends Pick<Route, 'path' | 'operationId' | 'summary' | 'description' | 'examples'> {
  /** `meta.sort` */
  sort: string;
  /** The value by which lots are ranked. */
  rankedBy: 'price_usd' | 'price_per_carat_usd';
}

/** A path that ranks the sold lots of a filter by a value. */
export function rankingRoute({ sort, rankedBy, ...description }: RankingDescription): Route {
  const rankingOf = rankedBy === 'price_usd' ? topPriceRanking : pricePerCaratRanking;
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
      const prices = choosePrices(params);
      const field = prices.fields[rankedBy] as RankedField;
      const ranking = rankingOf(filters, field);
      const count = (query: Clause | undefined) => (query ? countLots(search, query) : 0);
      const [page, severalStones, leftOut, counted] = await Promise.all([
        rankLots(search, ranking, field, params),
        count(ranking.excluded),
        countLeftOut(search, lots, ranked(field)),
        countPrices(search, filters, prices),
      ]);
      const excluded = presentExcluded(severalStones, leftOut);
      return { ...page, meta: { sort, excluded, prices: prices.present(counted) } };
    },
    async rows({ params, search }) {
      const { fields } = params;
      const field = choosePrices(params).fields[rankedBy] as RankedField;
      const { query } = rankingOf(pricedClauses(withHandPicked(params)), field);
      const { total, batches } = await allRecords(search, { query, order: highestFirst(field) });
      return {
        fields: { rank: RankedRecord.properties.rank, ...fieldSchemas(fields) },
        total,
        batches: asJson(batches, ranker(fields)),
      };
    },
  });
}

/** One page of a ranking. */
async function rankLots(
  search: SearchContext,
  { query }: Ranking,
  field: RankedField,
  params: Paging & { fields?: RecordField[] },
) {
  const { page, limit, fields } = params;
  const { hits, total } = await recordsPage(search, { query, order: highestFirst(field), page, limit });
  const position = (page - 1) * limit;
  // Only the first record of a later page can share its rank with records that are not on the page.
  const firstRank =
    position === 0 || hits.length === 0
      ? 1
      : 1 + (await countLots(search, aboveValue(query, field, hits[0]!.sort[0] as number)));
  if (firstRank > position + 1) throw inconsistent(search);
  return {
    data: ranker(fields, position, firstRank)(hits),
    pagination: presentPagination(page, limit, total),
  };
}

/**
 * Ranks the records of a ranking, in several calls.
 * @param fields the fields to show beside rank and id; all by default
 * @param position the number of records before the first one
 * @param rank the rank of the first record
 */
function ranker(
  fields?: readonly RecordField[],
  position = 0,
  rank = 1,
): (hits: readonly RecordHit[]) => RankedRecord[] {
  let last: number | string | undefined;
  return (hits) =>
    hits.map(({ record, sort: [value] }) => {
      if (last !== undefined && value !== last) rank = position + 1;
      last = value;
      position++;
      return { rank, ...selectFields(record, fields) };
    });
}
