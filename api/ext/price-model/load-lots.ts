import type { estypes } from '@elastic/elasticsearch';
import { type PriceKind, priceFieldOf, priceKinds, storedCpi } from '../../../mappings/price-amounts.ts';
import { resultWindow } from '../../../mappings/records-index.ts';
import { pricePerCarat } from '../../../mappings/round.ts';
import { cpiOfSale } from '../../../mappings/us-cpi.ts';
import type { Clause, SearchBody } from '../../search/clauses.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import type { TextColumn } from '../regression/hedonic-index.ts';
import type { PriceChoice } from './choice.ts';
import { saleOfOneStone } from './priced-lots.ts';

const numberFields = ['id', 'auction_day', 'last_day', 'carat', ...Object.values(priceFieldOf)] as const;

const textFields = ['origin', 'treatment', 'auction_house', 'price_basis', 'auction_date_precision'] as const;

type NumberField = (typeof numberFields)[number];
type TextField = (typeof textFields)[number];

/** Sold and dated lots of single stones with a weight, in columns: entry i of each is of lot i. */
export interface SoldLots extends Record<TextField, TextColumn> {
  n: number;
  /** The lots of the query: more than n where the columns are a random sample. */
  of: number;
  id: Float64Array;
  carat: Float64Array;
  /** Days since 1970: the first one where only the month or year is known. */
  day: Int32Array;
  /** The same of its last possible day. */
  lastDay: Int32Array;
  /** 4 · year + quarter, the first quarter being 0. */
  quarter: Int32Array;
  /** Whole dollars as sold; NaN where unknown. */
  price: Record<PriceKind, Float64Array>;
  /** The same per carat, to the cent. */
  perCarat: Record<PriceKind, Float64Array>;
  isSynthetic: Uint8Array;
}

/** Maximum lots that are loaded; of more lots a random sample of as many. */
export const maxLots = 50_000;

/**
 * Loads the lots of a query that price models can use, once for each data version. The lots are in the order of the list, or
 * of the sample, which is the same for the same data.
 */
export function loadLots(
  search: SearchContext,
  query: Clause,
  { most = maxLots, basis = 'published' }: { most?: number; basis?: PriceKind | undefined } = {},
): Promise<SoldLots> {
  const usable = saleOfOneStone(query);
  const key = JSON.stringify(['lots', usable, most, basis]);
  return search.memo.derive(key, () => readLots(search, usable, most, fieldsOf(basis)), bytesOf);
}

type LoadedField = NumberField | TextField | 'is_synthetic';

/** What the models of one gem type need, with the published price and the one of a basis: each field takes time. */
const fieldsOf = (basis: PriceKind): LoadedField[] => [
  ...(['id', 'auction_day', 'last_day', 'carat', 'price_final_usd'] as const),
  ...(basis === 'published' ? [] : [priceFieldOf[basis]]),
  ...textFields,
  'is_synthetic',
];

/** Numbers and texts of one lot: 9 doubles, 8 integers and a byte; names are few. */
const bytesOf = ({ n }: SoldLots) => n * (9 * 8 + 8 * 4 + 1);

type Hit = { fields?: Partial<Record<LoadedField, unknown[]>>; sort: estypes.SortResults };

async function readLots(
  search: SearchContext,
  query: Clause,
  most: number,
  fields: readonly LoadedField[],
): Promise<SoldLots> {
  const snapshot = await search.snapshot();
  try {
    const read = (body: SearchBody) => snapshot.search({ ...pageOf(fields), ...body });
    const newestFirst = ['auction_day', 'id'].map((field) => ({ [field]: 'desc' as const }));
    let source: Pick<SearchBody, 'query' | 'sort'> = { query, sort: newestFirst };
    let page = await read({ ...source, track_total_hits: true });
    const of = totalHits(page);
    if (of > most) {
      source = { query: inRandomOrder(query), sort: [{ _score: { order: 'desc' } }, { id: 'desc' }] };
      page = await read(source);
    }
    const lots = emptyLots(Math.min(of, most), of);
    for (let start = 0; start < lots.n; ) {
      const hits = page.hits.hits.slice(0, lots.n - start) as Hit[];
      if (hits.length === 0) break;
      lots.add(hits, start);
      start += hits.length;
      if (start < lots.n) page = await read({ ...source, search_after: hits.at(-1)!.sort });
    }
    return lots.finish();
  } finally {
    await snapshot.close();
  }
}

/** Without `_source`, which would be read and sent for every lot. */
const pageOf = (fields: readonly LoadedField[]): SearchBody => ({
  size: resultWindow,
  _source: false,
  // Not even the id of a document, which is a stored field too.
  stored_fields: '_none_',
  docvalue_fields: [...fields],
  track_total_hits: false,
  filter_path: ['pit_id', 'timed_out', 'hits.total', 'hits.hits.fields', 'hits.hits.sort'],
});

const inRandomOrder = (query: Clause): Clause => ({
  function_score: {
    query,
    functions: [{ random_score: { seed: 1, field: 'id' } }],
    boost_mode: 'replace',
  },
});

/** Columns for n lots, and how they are filled. */
function emptyLots(n: number, of: number) {
  const numbers = Object.fromEntries(
    numberFields.map((field) => [field, new Float64Array(n).fill(Number.NaN)]),
  ) as Record<NumberField, Float64Array>;
  const texts = textFields.map((field) => ({ field, ...emptyTexts(n) }));
  const isSynthetic = new Uint8Array(n);
  return {
    n,
    add(hits: readonly Hit[], start: number) {
      for (const [i, { fields = {} }] of hits.entries()) {
        const row = start + i;
        for (const field of numberFields) {
          const value = fields[field]?.[0];
          if (value !== undefined) numbers[field][row] = value as number;
        }
        for (const { field, set } of texts) set(row, (fields[field]?.[0] as string | undefined) ?? null);
        isSynthetic[row] = Number(fields.is_synthetic?.[0] === true);
      }
    },
    finish(): SoldLots {
      const { id, carat, auction_day, last_day } = numbers;
      const perKind = <Value>(of: (kind: PriceKind) => Value) =>
        Object.fromEntries(priceKinds.map((kind) => [kind, of(kind)])) as Record<PriceKind, Value>;
      const price = perKind((kind) => numbers[priceFieldOf[kind]]);
      const columns = Object.fromEntries(
        texts.map(({ field, codes, names }): [string, TextColumn] => [field, { codes, names }]),
      ) as Record<TextField, TextColumn>;
      return {
        ...{ ...columns, n, of, id, carat, price, isSynthetic },
        day: Int32Array.from(auction_day),
        lastDay: Int32Array.from(last_day),
        quarter: Int32Array.from(auction_day, quarterOf),
        perCarat: perKind((kind) => price[kind].map((usd, i) => pricePerCarat(usd, carat[i]!))),
      };
    },
  };
}

/** The texts of n lots: unknown ones have the code 0. */
function emptyTexts(n: number) {
  const [codes, names] = [new Int32Array(n), [null] as (string | null)[]];
  const known = new Map<string | null, number>([[null, 0]]);
  const set = (row: number, text: string | null) => {
    const code = known.get(text) ?? names.push(text) - 1;
    known.set(text, code);
    codes[row] = code;
  };
  return { codes, names, set };
}

const msPerDay = 86_400_000;

function quarterOf(day: number): number {
  const date = new Date(day * msPerDay);
  return 4 * date.getUTCFullYear() + Math.floor(date.getUTCMonth() / 3);
}

/** YYYY-MM-DD of days since 1970. */
export const nameOfDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** Mean length of a year. */
export const daysPerYear = 365.25;

/** Days since 1970 of YYYY-MM-DD. */
export const dayOf = (name: string): number => Date.parse(name) / msPerDay;

/** The text of a lot in a column. */
export const textAt = ({ codes, names }: TextColumn, row: number): string | null => names[codes[row]!]!;

/**
 * The chosen price per carat of a lot, in dollars of its day, or of 1982–84 where real dollars are chosen; NaN or 0 where it
 * has none.
 */
export function chosenPerCarat({
  basis = 'published',
  dollars,
}: PriceChoice): (lots: SoldLots, row: number) => number {
  if (dollars !== 'real') return ({ perCarat }, row) => perCarat[basis][row]!;
  return (lots, row) => {
    if (!(lots.perCarat[basis][row]! > 0)) return Number.NaN;
    const precision = textAt(lots.auction_date_precision, row) as 'day' | 'month' | 'year' | null;
    const cpi = cpiOfSale(nameOfDay(lots.day[row]!), precision);
    // Not from the price per carat in cents, which is rounded.
    return cpi === undefined ? Number.NaN : (lots.price[basis][row]! * storedCpi) / (lots.carat[row]! * cpi);
  };
}
