import type { estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { resultWindow } from '../../../mappings/records-index.ts';
import type { Clause } from '../../search/clauses.ts';
import { inconsistent } from '../../search/errors.ts';
import { countLots, highestId, highestScore, newestFirst, toSort } from '../../search/pagination.ts';
import type { SearchContext } from '../../search/search-context.ts';
import type { PriceCounts } from '../../statistics/prices-meta.ts';
import { type PriceChoice, pricePerCaratOf } from './choice.ts';

/** The fields of a record that price models need. */
const recordFields = [
  ...(['id', 'carat', 'price_final_usd', 'price_basis', 'origin', 'treatment', 'auction_house'] as const),
  ...(['auction_date', 'auction_date_precision', 'is_synthetic'] as const),
];

/** A sold and dated lot of a single stone with a weight. */
export interface LoadedLot extends Pick<AuctionRecord, (typeof recordFields)[number]> {
  carat: number;
  auction_date: string;
  /** Its last possible day, in days since 1970. */
  last_day: number;
  /** The chosen price per carat, in dollars of its day, or of 1982–84 where real dollars are chosen; null where unknown. */
  price: number | null;
}

/** The lots of a query, in the order of the list; or a random sample of them, which is the same for the same data. */
export interface LoadedLots {
  lots: LoadedLot[];
  /** The lots of the query: more where these are a sample. */
  of: number;
}

/** Maximum lots that are loaded; of more lots a random sample of as many. */
const maxLots = 50_000;

/** The approximate memory of a lot. */
const bytesOfLot = 320;

/** Loads the lots of a query, all of which are sold and dated single stones with a weight, once for each data version. */
export function loadLots(
  search: SearchContext,
  query: Clause,
  { most = maxLots, ...choice }: PriceChoice & { most?: number } = {},
): Promise<LoadedLots> {
  const price = pricePerCaratOf(choice);
  const key = JSON.stringify(['lots', query, most, price]);
  return search.memo.derive(
    key,
    () => readLots(search, query, most, price),
    ({ lots }) => lots.length * bytesOfLot,
  );
}

async function readLots(
  search: SearchContext,
  query: Clause,
  most: number,
  price: string,
): Promise<LoadedLots> {
  const snapshot = await search.snapshot();
  try {
    const of = await countLots(snapshot, query);
    const source =
      of > most
        ? { query: inRandomOrder(query), sort: toSort([highestScore, highestId]) }
        : { query, sort: toSort(newestFirst) };
    const lots: LoadedLot[] = [];
    let after: estypes.SortResults | undefined;
    while (lots.length < Math.min(of, most)) {
      const found = await snapshot.search({
        ...{ ...source, size: Math.min(resultWindow, most - lots.length), track_total_hits: false },
        // Without `_source`, which would be read and sent for every lot, and even the id of a document, a stored field too.
        ...{ _source: false, stored_fields: '_none_' },
        docvalue_fields: [...recordFields, 'last_day', price],
        filter_path: ['pit_id', 'timed_out', 'hits.hits.fields', 'hits.hits.sort'],
        ...(after && { search_after: after }),
      });
      const hits = found.hits?.hits ?? [];
      if (hits.length === 0) throw inconsistent(search);
      lots.push(...hits.map(({ fields = {} }) => lotOf(fields, price)));
      after = hits.at(-1)!.sort;
    }
    return { lots, of };
  } finally {
    await snapshot.close();
  }
}

const inRandomOrder = (query: Clause): Clause => ({
  function_score: {
    query,
    functions: [{ random_score: { seed: 1, field: 'id' } }],
    boost_mode: 'replace',
  },
});

function lotOf(fields: Record<string, unknown[]>, price: string): LoadedLot {
  const firstOf = (field: string) => fields[field]?.[0] ?? null;
  const members = [...recordFields, 'last_day'].map((field) => [field, firstOf(field)]);
  return { ...Object.fromEntries(members), price: firstOf(price) };
}

/** The number of lots by the basis of their published price. */
export function countBases(lots: readonly LoadedLot[]): Omit<PriceCounts, 'leftOut'> {
  const of = (basis: AuctionRecord['price_basis']) =>
    lots.filter(({ price_basis }) => price_basis === basis).length;
  const [hammer, premium] = [of('hammer'), of('premium')];
  return { hammer, premium, unknown: lots.length - hammer - premium };
}

const msPerDay = 86_400_000;

/** YYYY-MM-DD of days since 1970. */
export const nameOfDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** Mean length of a year. */
export const daysPerYear = 365.25;

/** Days since 1970 of YYYY-MM-DD. */
export const dayOf = (name: string): number => Date.parse(name) / msPerDay;
