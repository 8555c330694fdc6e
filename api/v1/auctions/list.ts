import { hash } from 'node:crypto';
import Type from 'typebox';
import type { RecordField } from '../../../mappings/record.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { asJson, defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination, presentSinglePage } from '../../endpoint/envelope.ts';
import { filterClauses, filterNames } from '../../filters/filter-clauses.ts';
import { type FilterParams, filterParams, filterRules } from '../../filters/filter-params.ts';
import { ApiError, type Problem } from '../../http/errors.ts';
import { extension, integer, text } from '../../parameters/kinds.ts';
import { pagingParams } from '../../parameters/paging.ts';
import { cut } from '../../parameters/problem.ts';
import { mutuallyExclusive, type Rule } from '../../parameters/read-parameters.ts';
import { fieldSchemas, fieldsParam, presentRecords, RecordsOrFields } from '../../record/record-fields.ts';
import { allOf, type Clause, words } from '../../search/clauses.ts';
import { inconsistent } from '../../search/errors.ts';
import {
  allRecords,
  byRelevance,
  highestId,
  highestScore,
  type ListQuery,
  latestDay,
  type Order,
  type OrderKey,
  recordsAfter,
  recordsPage,
} from '../../search/pagination.ts';
import type { RecordHit, SortValues } from '../../search/search-context.ts';
import { countFacets, Facets, facetsParam } from './facets.ts';

const sortNames = ['date', 'price', 'carat', 'price_per_carat', 'lot_number', 'id'] as const;

/** The keys by which a list can be sorted; a `-` prefix sorts descending. */
type SortName = (typeof sortNames)[number];

/** One key of a sort. */
type SortKey = SortName | `-${SortName}`;

const sortKeys = [...sortNames.map((name) => `-${name}` as const), ...sortNames];

/** The order of the list. Default: newest first, or with `q` the best matches first. */
export const sortParam = Type.Array(Type.Enum([...sortKeys, 'relevance' as SortKey]), {
  minItems: 1,
  maxItems: sortNames.length,
  uniqueItems: true,
  description:
    'Order of the list, by one or several keys; `-` before a name is descending. `lot_number` is the order of a catalog: 2, 10, 10A. Missing values come last in both directions; lots with equal values are sorted by id in the direction of the last key. Default `-date`, or with `q` or `prefer`: `relevance`, then date and id, descending; `relevance` needs `q` or `prefer` and is the only key.',
  examples: [['-price'], ['-price', 'date']],
  'x-ordered': true,
  'x-implied': { by: ['q', 'prefer'], present: ['relevance'], absent: ['-date'] },
  ...extension,
});

/** Orders the list by words of titles and excludes no lot. */
const preferParam = text({
  description:
    'Words of the title that order the list and exclude no lot: lots whose title has any of them, or a phrase in double quotes, come first, the best matches before the others; lots of equal relevance follow by date and id, descending. With `q`, which still excludes lots, `prefer` alone is the relevance. Cannot be combined with `sample`, nor with a `sort` other than `relevance`.',
  examples: ['sunrise'],
  ...extension,
});

/** Relevance is the order of matches of `q` or `prefer`. */
const relevanceNeedsText: Rule = ({ sort, q, prefer }) => {
  const keys = (sort ?? []) as string[];
  const isOfWords = q !== undefined || prefer !== undefined;
  if (!keys.includes('relevance') || (keys.length === 1 && isOfWords)) return undefined;
  const message = !isOfWords
    ? 'sort: relevance requires q or prefer. Add one of them, or use another sort.'
    : 'sort: relevance cannot be used together with other keys. Send only one of them.';
  return { parameter: 'sort', code: 'conflict', message, value: 'relevance' };
};

/** Keys such as `price,-price` contradict each other. */
const sortKeysOnce: Rule = ({ sort }) => {
  const names = ((sort ?? []) as SortKey[]).map((key) => key.replace('-', ''));
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return undefined;
  const message = `sort: ${twice} is listed in both directions. List it once.`;
  return { parameter: 'sort', code: 'conflict', message, value: twice };
};

/** The size of a random sample. */
const sampleParam = integer({
  description:
    'Returns this many lots drawn at random from the filtered ones instead of a page, each with the same probability. The same seed draws the same lots until the data changes; a smaller sample is the beginning of a larger one. Cannot be combined with page, limit, cursor or sort.',
  minimum: 1,
  maximum: 100,
  examples: [10],
  ...extension,
});

/** Selects one of the possible samples. */
const seedParam = integer({
  description: 'Number that determines which lots `sample` draws; 0 without it.',
  minimum: 0,
  maximum: 2 ** 31 - 1,
  examples: [42],
  ...extension,
});

/** A sample has neither pages nor another order. */
const sampleRules: Rule[] = [
  ...['page', 'limit', 'cursor', 'sort', 'prefer'].map((name) => mutuallyExclusive('sample', name)),
  (_values, sent) => {
    if (!sent.has('seed') || sent.has('sample')) return undefined;
    const message = 'seed requires sample. Add sample, or omit seed.';
    return { parameter: 'seed', code: 'conflict', message };
  },
];

/** The position at which to continue a list. */
const cursorParam = text({
  description:
    'Returns the records that follow those of an earlier response: its `meta.next_cursor`, sent with the same filters, q, prefer and sort. `limit` and `fields` can differ. Cannot be combined with `page`.',
  maxLength: 500,
  ...extension,
});

/** GET /api/v1/auctions */
export const auctionsList = defineRoute({
  path: '/api/v1/auctions',
  operationId: 'listAuctions',
  tag: 'Auction records',
  summary: 'List auction records',
  description:
    'Newest sales first, then the highest id; undated lots last. Every page up to `total_pages` can be fetched; `cursor` is more efficient for reading all records.',
  params: {
    ...pagingParams,
    ...filterParams,
    sort: Type.Optional(sortParam),
    prefer: Type.Optional(preferParam),
    sample: Type.Optional(sampleParam),
    seed: Type.Optional(seedParam),
    fields: Type.Optional(fieldsParam),
    facets: Type.Optional(facetsParam),
    cursor: Type.Optional(cursorParam),
  },
  rules: [
    ...filterRules,
    relevanceNeedsText,
    sortKeysOnce,
    mutuallyExclusive('prefer', 'sort'),
    mutuallyExclusive('cursor', 'page'),
    ...sampleRules,
  ],
  data: RecordsOrFields,
  paged: true,
  meta: {
    facets: Type.Optional(Facets),
    next_cursor: Type.Optional(
      Type.String({
        description: 'Send it as `cursor` to get the records that follow; absent on the last page.',
        'x-extension': true,
      }),
    ),
  },
  examples: ['', 'gem_name=ruby&origin=Burma&price_min=1000000', 'sort=-price&fields=title,price_final_usd'],
  cost: 'brief',
  async handle({ params, search }) {
    const { fields } = params;
    const limit = params.sample ?? params.limit;
    const { request, sort } = listRequest(params);
    // The list of a cursor: the limit and the fields may change between pages.
    const list = [sort, params.prefer ?? null, ...filterNames.map((name) => params[name] ?? null)];
    const cursor = params.cursor === undefined ? undefined : readCursor(params.cursor, list, request.order);
    const [found, counted] = await Promise.all([
      cursor
        ? recordsAfter(search, { ...request, limit, after: cursor.after })
        : recordsPage(search, { ...request, limit, page: params.page }),
      params.facets && countFacets(search, params, params.facets),
    ]);
    // Facets always count the lots; the total may be memoized.
    if (counted && counted.lots !== found.total) throw inconsistent(search);
    const data = presentRecords(found.hits, fields);
    if (params.sample !== undefined) {
      return { data, pagination: presentSinglePage(found.total), meta: { sort, facets: counted?.facets } };
    }
    const passed = cursor?.passed ?? (params.page - 1) * limit;
    const page = cursor ? Math.floor(passed / limit) + 1 : params.page;
    const next = found.next && { passed: passed + found.hits.length, after: found.next };
    return {
      data,
      pagination: presentPagination(page, limit, found.total),
      meta: { sort, facets: counted?.facets, next_cursor: next && writeCursor(next, list) },
    };
  },
  async rows({ params, search }) {
    const { fields } = params;
    const { total, batches } = await allRecords(search, listRequest(params).request);
    const present = (hits: RecordHit[]) => presentRecords(hits, fields);
    return { fields: fieldSchemas(fields), total, batches: asJson(batches, present) };
  },
});

type ListParams = FilterParams & {
  sort?: SortKey[];
  prefer?: string;
  sample?: number;
  seed?: number;
  fields?: RecordField[];
};

/** The search of the list, without its position and limit, and the name of its order. */
function listRequest(params: ListParams): { request: Omit<ListQuery, 'limit'>; sort: string } {
  const { q, prefer, sort, sample, seed = 0, fields } = params;
  const source = fields && { source: ['id', ...fields] };
  if (sample !== undefined) {
    const query = randomSample(filterClauses(params), seed);
    return { request: { query, order: randomOrder, ...source }, sort: 'random' };
  }
  const ranked = prefer ?? q;
  if (ranked === undefined || sort !== undefined) {
    const keys = sort ?? ['-date'];
    const query = allOf(filterClauses(params));
    return { request: { query, order: orderOf(keys), ...source }, sort: keys.join(',') };
  }
  // Only the words affect the score. Copies of an index may score differently: each text always uses the same one.
  const query: Clause =
    prefer === undefined
      ? { bool: { must: words('title_words', ranked), filter: filterClauses(params, 'q') } }
      : { bool: { should: words('title_words', prefer, 'or'), filter: allOf(filterClauses(params)) } };
  const preference = `q${Buffer.from(ranked).toString('hex').slice(0, 60)}`;
  return { request: { query, order: byRelevance, preference, ...source }, sort: 'relevance' };
}

/** Gives each lot a score that depends on the seed, the index and the id alone: the order of a random sample. */
function randomSample(clauses: Clause[], seed: number): Clause {
  const random_score = { seed, field: 'id' satisfies Field };
  return { function_score: { query: allOf(clauses), functions: [{ random_score }], boost_mode: 'replace' } };
}

/** The order of a random sample, by its scores. */
const randomOrder: Order = [highestScore, highestId];

/**
 * The sortable fields, with values above and below all real ones. They replace missing values, so that these come last:
 * after a missing value `search_after` would need numbers that JSON cannot represent.
 */
const sortable = {
  date: { field: 'auction_date', values: 'whole', above: Date.parse('9999-12-31'), below: -1 },
  price: { field: 'price_final_usd', values: 'whole', above: 2 ** 53, below: -1 },
  carat: { field: 'carat', values: 'decimal', above: 1e9, below: -1 },
  price_per_carat: { field: 'price_per_carat_usd', values: 'decimal', above: Number.MAX_VALUE, below: -1 },
  lot_number: { field: 'lot_place', values: 'text', above: '\u{10ffff}', below: '' },
} as const;

/** The order for the parameter `sort`: it ends in the id, in the direction of the last key. */
function orderOf(sort: readonly SortKey[]): Order {
  const id = sort.at(-1)!.startsWith('-') ? '-id' : 'id';
  const names = sort.map((key) => key.replace('-', ''));
  // No two lots have the same id: keys after it do not matter.
  const keys = names.includes('id') ? sort.slice(0, names.indexOf('id') + 1) : [...sort, id as SortKey];
  return keys.map(orderKey);
}

function orderKey(key: SortKey): OrderKey {
  if (key === '-date') return latestDay;
  if (key === '-id') return highestId;
  if (key === 'id') return { ...highestId, direction: 'asc' };
  const direction = key.startsWith('-') ? 'desc' : 'asc';
  const { field, values, above, below } = sortable[key.replace('-', '') as keyof typeof sortable];
  return { field, direction, values, missing: direction === 'asc' ? above : below };
}

/** A position in a list from which to continue. */
interface Cursor {
  /** The number of records before the position when the cursor was created. */
  passed: number;
  /** The sort values of the last record before the position. */
  after: SortValues;
}

/**
 * Encodes a position as opaque text. It holds the sort values of the last record, so that paging returns every record
 * whose values do not change exactly once, whatever is added or removed meanwhile.
 * @param list the filters and the sort; the cursor of one list is rejected by another
 */
function writeCursor({ passed, after }: Cursor, list: unknown): string {
  const place = [passed, ...after];
  return Buffer.from(JSON.stringify([...place, checksumOf(place, list)])).toString('base64url');
}

/** @throws ApiError `invalid_parameter` where the text is not a cursor of this list */
function readCursor(text: string, list: unknown, order: Order): Cursor {
  const parts = parseCursor(text);
  const place = parts.slice(0, -1) as [number, ...SortValues];
  if (place.length !== order.length + 1 || !isPlace(place, order))
    throw refusedCursor(text, 'the value is not a cursor of this service');
  if (parts.at(-1) !== checksumOf(place, list)) {
    throw refusedCursor(
      text,
      'the cursor belongs to other filters, another q, prefer or sort, or was modified',
    );
  }
  const [passed, ...after] = place;
  return { passed, after };
}

function parseCursor(text: string): unknown[] {
  try {
    const json = Buffer.from(text, 'base64url');
    const parts: unknown = JSON.parse(json.toString());
    return Array.isArray(parts) && json.toString('base64url') === text ? parts : [];
  } catch {
    return [];
  }
}

function isPlace([passed, ...after]: unknown[], order: Order): boolean {
  const isNumber = (value: unknown) => Number.isFinite(value);
  const isWhole = (value: unknown) => isNumber(value) && Math.abs(value as number) <= 2 ** 53;
  const isOf = { whole: isWhole, decimal: isNumber, text: (value: unknown) => typeof value === 'string' };
  return isWhole(passed) && order.every(({ values }, key) => isOf[values](after[key]));
}

/** Detects accidental changes and cursors of other lists; it is not a security measure. */
function checksumOf(place: SortValues, list: unknown): string {
  return hash('sha256', JSON.stringify([place, list]), 'base64url').slice(0, 16);
}

function refusedCursor(value: string, reason: string): ApiError {
  const message = `cursor: ${reason}. Use meta.next_cursor of a response with the same filters, q, prefer and sort.`;
  const problem: Problem = { parameter: 'cursor', code: 'invalid_cursor', message, value: cut(value) };
  return new ApiError('invalid_parameter', { details: [problem] });
}
