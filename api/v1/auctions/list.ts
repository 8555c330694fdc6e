import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination, presentSinglePage } from '../../endpoint/envelope.ts';
import { filterNames } from '../../filters/filter-clauses.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { pagingParams } from '../../parameters/paging.ts';
import { mutuallyExclusive } from '../../parameters/read-parameters.ts';
import { fieldSchemas, fieldsParam, presentRecords, RecordsOrFields } from '../../record/record-fields.ts';
import { inconsistent } from '../../search/errors.ts';
import { recordsAfter, recordsPage } from '../../search/pagination.ts';
import { exportRecords } from '../../search/snapshot-export.ts';
import { cursorParam, readCursor, writeCursor } from './cursor.ts';
import { countFacets, Facets, facetsParam } from './facets.ts';
import {
  listRequest,
  preferParam,
  relevanceNeedsText,
  sampleParam,
  sampleRules,
  seedParam,
  sortKeysOnce,
  sortParam,
} from './list-order.ts';

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
    const { total, steps, close } = await exportRecords(search, listRequest(params).request);
    return {
      fields: fieldSchemas(fields),
      total,
      async *batches() {
        for await (const hits of steps()) {
          yield presentRecords(hits, fields).map((record) => JSON.stringify(record));
        }
      },
      close,
    };
  },
});
