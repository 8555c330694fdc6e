import { hash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import Type from 'typebox';
import type { RecordField } from '../../mappings/record.ts';
import { defineRoute } from '../endpoint/define-route.ts';
import { presentPagination, presentSinglePage } from '../endpoint/envelope.ts';
import { ApiError, type Problem } from '../http/errors.ts';
import { type FilterParams, filterParams, filterRules } from '../params/filters.ts';
import {
  cursorParam,
  type FacetName,
  facetsParam,
  fieldsParam,
  relevanceNeedsText,
  sampleParam,
  sampleRules,
  seedParam,
  sortKeysOnce,
  sortParam,
} from '../params/list.ts';
import { pagingParams } from '../params/paging.ts';
import { cut } from '../params/problem.ts';
import { mutuallyExclusive } from '../params/read-parameters.ts';
import { writeGroupFilter } from '../params/write-filters.ts';
import { Facets, presentFacet } from '../present/facets.ts';
import { fieldSchemas, presentFields, presentRecords, RecordsOrFields } from '../present/records.ts';
import { facetsBody } from '../query/facets.ts';
import { filterNames } from '../query/filters.ts';
import { listRequest, type Order, type SortValues } from '../query/list.ts';
import { type FacetAggregate, readFacet } from '../query/read-facets.ts';
import { inconsistent } from '../search/errors.ts';
import { recordsAfter, recordsPage } from '../search/pagination.ts';
import type { RecordHit, SearchContext } from '../search/search-context.ts';
import { exportRecords } from '../search/snapshot-export.ts';

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
  isBrief: true,
  async handle({ params, search }) {
    const { fields } = params;
    const limit = params.sample ?? params.limit;
    const { request, sort } = listRequest(params);
    // The list of a cursor: the limit and the fields may change between pages.
    const list = [sort, ...filterNames.map((name) => params[name] ?? null)];
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
    const { total, steps, close } = await exportRecords(search, listRequest(params).request);
    return {
      fields: fieldSchemas(fields),
      total,
      async *batches() {
        for await (const hits of steps()) yield fields ? fieldsOf(hits, fields) : textsOf(hits);
      },
      close,
    };
  },
});

const textsOf = (hits: readonly RecordHit[]) => hits.map(({ json }) => json);

const fieldsOf = (hits: readonly RecordHit[], fields: readonly RecordField[]) =>
  presentFields(hits, fields).map((record) => JSON.stringify(record));

async function countFacets(search: SearchContext, params: FilterParams, facets: FacetName[]) {
  const answer = await search.search(facetsBody(params, facets));
  const { lots, ...counted } = answer.aggregations as Record<string, unknown>;
  return {
    lots: (lots as estypes.AggregationsSingleBucketAggregateBase).doc_count,
    facets: Object.fromEntries(
      facets.map((name) => [
        name,
        presentFacet(readFacet(name, counted[name] as FacetAggregate, params, writeGroupFilter)),
      ]),
    ),
  };
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
  return Buffer.from(JSON.stringify([...place, seal(place, list)])).toString('base64url');
}

/** @throws ApiError `invalid_parameter` where the text is not a cursor of this list */
function readCursor(text: string, list: unknown, order: Order): Cursor {
  const parts = parseCursor(text);
  const place = parts.slice(0, -1) as number[];
  if (place.length !== order.length + 1 || !isPlace(place, order))
    throw refusedCursor(text, 'the value is not a cursor of this service');
  if (parts.at(-1) !== seal(place, list)) {
    throw refusedCursor(
      text,
      'the cursor belongs to other filters, another q or another sort, or was modified',
    );
  }
  const [passed, ...after] = place;
  return { passed: passed!, after };
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

function isPlace(place: unknown[], order: Order): place is number[] {
  const whole = [true, ...order.map(({ isWhole }) => isWhole)];
  return place.every(
    (value, index) => Number.isFinite(value) && (!whole[index] || Math.abs(value as number) <= 2 ** 53),
  );
}

/** Detects accidental changes and cursors of other lists; it is not a security measure. */
function seal(place: number[], list: unknown): string {
  return hash('sha256', JSON.stringify([place, list]), 'base64url').slice(0, 16);
}

function refusedCursor(value: string, reason: string): ApiError {
  const message = `cursor: ${reason}. Use meta.next_cursor of a response with the same filters, q and sort.`;
  const problem: Problem = { parameter: 'cursor', code: 'invalid_cursor', message, value: cut(value) };
  return new ApiError('invalid_parameter', { details: [problem] });
}
