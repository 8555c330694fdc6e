import type { Static } from 'typebox';
import Type from 'typebox';
import { amountsOf } from '../../../mappings/document.ts';
import { priceFieldOf, priceKinds } from '../../../mappings/price-amounts.ts';
import { AuctionRecord } from '../../../mappings/record.ts';
import { type Field, resultWindow } from '../../../mappings/records-index.ts';
import { round } from '../../../mappings/round.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { ApiError } from '../../http/errors.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { extensionPagingParams } from '../../parameters/paging.ts';
import { recordId } from '../../record/record-fields.ts';
import { allOf, anyOf, present, uncachedFigures } from '../../search/clauses.ts';
import { compositePage, compositePages } from '../../search/composite-pages.ts';
import { inconsistent } from '../../search/errors.ts';
import type { SearchContext } from '../../search/search-context.ts';
import {
  count,
  estimateDecimals,
  figure,
  flag,
  listOf,
  object,
  orNull,
  positive,
} from '../../statistics/fields.ts';
import { figuresOf, nominalFigures } from '../../statistics/price-figures.ts';
import { IndexChange } from '../price-index/index-figures.ts';
import { changesOfYears } from '../price-index/price-index.ts';
import { dayOf, daysPerYear } from '../price-model/load-lots.ts';

const lowest = { minimum: -1 };

const StoneReturn = object('StoneReturn', 'Change of the price of a stone', {
  years: positive(
    'Years between the two sales, 2 decimals. Where only the year of one of them is known, the difference of their calendar years.',
  ),
  price_basis: Type.Enum([...priceKinds], {
    description:
      "The prices that are compared: `hammer` where both are known without buyer's premium, else `premium` where both are known with it, else `published`, which may mix both.",
  }),
  change: figure(
    'Price ÷ earlier price − 1 in nominal dollars, 6 decimals; null after a price of 0.',
    lowest,
  ),
  change_per_year: figure('The same per year, compounded; null where `years` is below 1.', lowest),
  real_change: figure(
    'The change in real dollars; null for a sale before the consumer price index begins.',
    lowest,
  ),
  index_change: orNull(
    IndexChange,
    'The change of the price index of the gem type between the years of the two sales, from real lots for a real stone and from generated ones for a generated one. Null within a year, and where a year has no index.',
  ),
});

const Stone = object('Stone', 'Stone and its lots', {
  stone_id: recordId,
  is_synthetic: flag('True where the lots are generated samples.'),
  appearances: listOf(
    object('StoneAppearance', 'Lot of a stone', {
      lot: AuctionRecord,
      real_price_usd: positive(
        'price_final_usd in dollars of the newest month of the consumer price index, 4 decimals; null where one of them is not known.',
      ),
      since_earlier: orNull(
        StoneReturn,
        'The change from the latest earlier sale; null for the first one. Only sales with a price and a date count.',
      ),
    }),
    'Its lots, oldest first. `stone_evidence` of each says how it is linked.',
  ),
  overall: orNull(
    StoneReturn,
    'The change from the first sale with a price and a date to the last; null for fewer than two.',
  ),
});

/** GET /api/ext/stones */
export const stones = defineRoute({
  path: '/api/ext/stones',
  operationId: 'listStones',
  tag: 'Price intelligence',
  summary: 'Stones that were offered again',
  description:
    'Each stone of which a lot meets the filters, with all its lots: prices, years between, the change, and that of the price index of its gem over the same years. Lots are linked by report, name or rare weight: resales of small stones are mostly not found. Stones that come back are not all stones, so their changes are not those of the market.',
  isExtension: true,
  cost: 'model',
  params: {
    sort: oneOf(['-change', 'change', '-years', 'years', '-price', 'price'], {
      description:
        'Order of the stones: by the change of the price from the first sale to the last, the years between them, or the last price; a `-` prefix sorts descending. `meta.unsorted_stones` have no such figure and come last.',
      default: '-change',
      examples: ['-years'],
      ...extension,
    }),
    ...extensionPagingParams,
    ...filterParams,
  },
  rules: filterRules,
  data: Type.Array(Stone),
  paged: true,
  meta: {
    unsorted_stones: count('Stones, on this page or others, without the figure that they are sorted by.'),
  },
  examples: ['', 'gem_name=diamond&sort=-years'],
  async handle({ params, search }) {
    const { sort, page, limit } = params;
    const sign = sort.startsWith('-') ? -1 : 1;
    const found: { id: number; place: number }[] = [];
    const pages = compositePages(stonesPerSearch, async (after: StoneKey | undefined) => {
      const stones = compositePage(stonesPerSearch, [{ stone_id: { terms: { field: 'stone_id' } } }], after, {
        matching: { filter: allOf(filterClauses(params)) },
        lots: { top_hits: { size: 100, sort: oldestFirst, _source: pricedFields } },
      });
      const body = { query: present('stone_id'), ...uncachedFigures, aggs: { stones } };
      return (await search.aggregate<{ stones: StonesPage }>(body)).stones;
    });
    for await (const { buckets } of pages) {
      for (const { key, matching, lots } of buckets) {
        if (matching.doc_count === 0) continue;
        const priced = lots.hits.hits.map(({ _source }) => _source).filter(isPriced);
        const figures: Record<string, unknown> = {
          ...returnOf(priced[0], priced.at(-1)),
          price: priced.at(-1)?.price_final_usd,
        };
        const value = figures[sort.replace('-', '')] ?? sign * Infinity;
        found.push({ id: key.stone_id, place: sign * (value as number) });
      }
    }
    // The difference of equal figures is 0, and that of unknown ones is not a number.
    found.sort((a, b) => a.place - b.place || sign * (a.id - b.id));
    const ids = found.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    const data = await readStones(search, ids);
    if (data.length < ids.length) throw inconsistent(search);
    return {
      data,
      pagination: presentPagination(page, limit, found.length),
      meta: { sort, unsorted_stones: found.filter(({ place }) => place === Infinity).length },
    };
  },
});

/** GET /api/ext/stones/{id} */
export const stone = defineRoute({
  path: '/api/ext/stones/{id}',
  operationId: 'getStone',
  tag: 'Price intelligence',
  summary: 'The lots of one stone',
  description: 'The stone with this `stone_id`, as in the list of stones; 404 where there is none.',
  isExtension: true,
  cost: 'model',
  pathParams: { id: recordId },
  params: {},
  data: Stone,
  errors: ['not_found'],
  examples: ['/api/ext/stones/9000000000000087'],
  async handle({ params, search }) {
    const [data] = await readStones(search, [params.id]);
    if (!data) throw new ApiError('not_found', { message: `There is no stone ${params.id}.` });
    return { data };
  },
});

/** Stones that one search reads. */
const stonesPerSearch = 2_000;

/** The fields on which the change of a price depends. */
const pricedFields: Field[] = [
  ...(['is_sold', 'carat', 'auction_date', 'auction_date_precision'] as const),
  ...Object.values(priceFieldOf),
];

const oldestFirst = ['auction_day', 'id'] satisfies Field[];

type StoneKey = { stone_id: number };

/** Stones with the number of their lots that meet the filters, and the prices of all. */
interface StonesPage {
  buckets: {
    key: StoneKey;
    matching: { doc_count: number };
    lots: { hits: { hits: { _source: AuctionRecord }[] } };
  }[];
  after_key?: StoneKey;
}

/** Some stones in this order, without those that do not exist. */
async function readStones(search: SearchContext, ids: readonly number[]) {
  const { hits } = await search.records({
    query: anyOf('stone_id', ids),
    sort: oldestFirst,
    size: resultWindow,
    track_total_hits: false,
  });
  const lotsOf = Map.groupBy(
    hits.map(({ record }) => record),
    ({ stone_id }) => stone_id,
  );
  const indexes = new Map<string, ChangeOfIndex>();
  const read: Static<typeof Stone>[] = [];
  for (const id of ids) {
    const lots = lotsOf.get(id) ?? [];
    if (!lots[0]) continue;
    const { gem_type, is_synthetic } = lots[0];
    const key = `${gem_type} ${is_synthetic}`;
    const index = indexes.get(key) ?? (await changesOfYears(search, { gem_name: [gem_type], is_synthetic }));
    indexes.set(key, index);
    const priced = lots.filter(isPriced);
    read.push({
      stone_id: id,
      is_synthetic,
      appearances: lots.map((lot) => ({
        lot,
        real_price_usd: realFigures.extreme(amountsOf(lot)?.real_published ?? null),
        since_earlier: returnOf(priced[priced.indexOf(lot) - 1], lot, index),
      })),
      overall: returnOf(priced[0], priced.at(-1), index),
    });
  }
  return read;
}

const isPriced = (lot: AuctionRecord) =>
  lot.is_sold === true && lot.price_final_usd !== null && lot.auction_date !== null;

type ChangeOfIndex = Awaited<ReturnType<typeof changesOfYears>>;

const realFigures = figuresOf({ dollars: 'real' });

/** The change from one sale to a later one; null where there is no other. */
function returnOf(
  earlier: AuctionRecord | undefined,
  later: AuctionRecord | undefined,
  changeOfIndex: ChangeOfIndex = () => null,
): Static<typeof StoneReturn> | null {
  if (!earlier || !later || earlier === later) return null;
  const kind =
    (['hammer', 'premium'] as const).find((one) =>
      [earlier, later].every((lot) => lot[priceFieldOf[one]] !== null),
    ) ?? 'published';
  const [before, after] = [earlier[priceFieldOf[kind]]!, later[priceFieldOf[kind]]!];
  const real = (lot: AuctionRecord) => amountsOf(lot)?.[`real_${kind}`] ?? null;
  const [from, to] = [earlier.auction_date!, later.auction_date!];
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  const isByYear = [earlier, later].some(({ auction_date_precision: precision }) => precision === 'year');
  const years = isByYear ? Number(last) - Number(first) : (dayOf(to) - dayOf(from)) / daysPerYear;
  return {
    years: round(years, 2),
    price_basis: kind,
    change: nominalFigures.change(after, before),
    change_per_year:
      years < 1 || before === 0 ? null : round((after / before) ** (1 / years) - 1, estimateDecimals),
    real_change: realFigures.change(real(later), real(earlier)),
    index_change: changeOfIndex(first, last),
  };
}
