import Type, { type Static } from 'typebox';
import type { PriceKind } from '../../../mappings/price-amounts.ts';
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
  type RankedField,
  type RankedValue,
  type Ranking,
  ranked,
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
    async rows({ params, search }) {
      const { fields, basis } = params;
      const { field, measure } = rankedBy(basis);
      const { query } = rankingOf(pricedClauses(withHandPicked(params)), field);
      const { total, batches } = await allRecords(search, { query, order: highestFirst(field) });
      return {
        fields: { rank: RankedRecord.properties.rank, ...fieldSchemas(fields) },
        total,
        batches: asJson(batches, ranker(measure, fields)),
      };
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
  const position = (page - 1) * limit;
  // Only the first record of a later page can share its rank with records that are not on the page.
  const firstRank =
    position === 0 || hits.length === 0
      ? 1
      : 1 + (await countLots(search, aboveValue(query, field, measure(hits[0]!.record)!)));
  if (firstRank > position + 1) throw inconsistent(search);
  return {
    data: ranker(measure, fields, position, firstRank)(hits),
    pagination: presentPagination(page, limit, total),
  };
}

/**
 * Ranks the records of a ranking, in several calls.
 * @param measure the value by which lots are ranked
 * @param fields the fields to show beside rank and id; all by default
 * @param position the number of records before the first one
 * @param rank the rank of the first record
 */
function ranker(
  measure: RankedValue['measure'],
  fields?: readonly RecordField[],
  position = 0,
  rank = 1,
): (hits: readonly RecordHit[]) => RankedRecord[] {
  let last: number | null | undefined;
  return (hits) =>
    hits.map(({ record }) => {
      const value = measure(record);
      if (last !== undefined && value !== last) rank = position + 1;
      last = value;
      position++;
      return { rank, ...selectFields(record, fields) };
    });
}
