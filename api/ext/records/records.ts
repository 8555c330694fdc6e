import type { TProperties } from 'typebox';
import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { extensionPagingParams } from '../../parameters/paging.ts';
import { pricedClauses, withHandPicked } from '../../statistics/auction-lots.ts';
import { count, orNull } from '../../statistics/fields.ts';
import { choosePrices, countPrices, pricesParams, pricesRules } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import { pricePerCaratRanking, type RankedField, topPriceRanking } from '../../statistics/ranked-lots.ts';
import { generated } from './price-record-searches.ts';
import {
  PriceRecord,
  presentPriceRecord,
  readPriceRecordLots,
  readPriceRecordSteps,
} from './price-records.ts';

/** The values for which there are price records. */
const recordValues = ['price_per_carat', 'price'] as const;

/** Parameters of /records. */
const recordsParams = {
  of: oneOf(recordValues, {
    description: 'The compared value: the price per carat of single stones, or the price of whole lots.',
    default: 'price_per_carat',
    examples: ['price'],
    ...extension,
  }),
  ...extensionPagingParams,
  ...filterParams,
} satisfies TProperties;

/** GET /api/ext/records */
export const records = defineRoute({
  path: '/api/ext/records',
  operationId: 'listRecordPrices',
  tag: 'Price intelligence',
  summary: 'History of record prices',
  description:
    'Each lot in the filter that strictly exceeded every earlier one, oldest first, with the increase and the days that the previous record had stood. Of the lots of a day only the greatest counts. A lot with only a known month or year counts from its last day. Undated lots are excluded, and with `of=price_per_carat` also those of several stones; `meta` counts both. Generated sample lots are never a price record. Watches, boxes and other objects are excluded unless `object_type` names them.',
  isExtension: true,
  params: { ...recordsParams, ...pricesParams },
  rules: [...filterRules, ...pricesRules],
  data: Type.Array(PriceRecord),
  paged: true,
  meta: {
    prices: PricesMeta,
    as_of_date: orNull(
      Type.String({ format: 'date' }),
      'The newest day of a real sale in the data, independent of the filter, or `date_to` where that is earlier, but never before the newest record: the current record is counted up to this day. Null without data.',
    ),
    compared_lots: count(
      'Sold, priced and dated lots in the filter that were compared: a record is one in this data only.',
    ),
    undated_lots: count(
      'Sold, priced lots in the filter without a date, which are excluded from the history.',
    ),
    imprecise_date_lots: count('Lots that count from the last day of their month or year.'),
    multi_stone_lots: count(
      'Lots excluded because their price is that of several stones; 0 with `of=price`.',
    ),
    excluded_synthetic_lots: Type.Optional(
      count('Generated sample lots in the filter, which are left out; absent where there are none.'),
    ),
  },
  examples: [
    'gem_name=ruby',
    'gem_name=sapphire&origin=Kashmir&carat_band=20-&limit=3',
    'gem_name=emerald&of=price',
    'gem_name=ruby&of=price&dollars=real',
  ],
  async handle({ params, search }) {
    const prices = choosePrices(params);
    const filters = pricedClauses(withHandPicked(params));
    const isPrice = params.of === 'price';
    const field = prices.fields[isPrice ? 'price_usd' : 'price_per_carat_usd'] as RankedField;
    const rank = isPrice ? topPriceRanking : pricePerCaratRanking;
    const real = [...filters, generated.no];
    const ranking = rank(real, field);
    const { query: synthetic } = rank([...filters, generated.yes], field);
    const [{ steps, asOf, meta }, counted] = await Promise.all([
      readPriceRecordSteps(search, { ...ranking, synthetic }, field, params.date_to),
      countPrices(search, real, prices),
    ]);
    const position = (params.page - 1) * params.limit;
    // With the ones before and after the page: their dates decide whether days can be counted.
    const first = Math.max(0, position - 1);
    const around = steps.slice(first, position + params.limit + 1);
    const lots = await readPriceRecordLots(search, ranking.query, field, around);
    const sets = around.map((step, i) => ({ ...step, ...lots[i]! }));
    const page = sets.slice(position - first, position - first + params.limit);
    return {
      data: page.map((set, i) => {
        const place = position - first + i;
        const neighbors = { earlier: sets[place - 1], next: sets[place + 1] };
        return presentPriceRecord({ ...set, ...neighbors }, asOf!, prices.figures);
      }),
      pagination: presentPagination(params.page, params.limit, steps.length),
      meta: { ...meta, as_of_date: asOf, prices: prices.present(counted) },
    };
  },
});
