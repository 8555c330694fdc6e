import Type from 'typebox';
import { readCursor, writeCursor } from '../cursor.ts';
import { cursorParam } from '../params/cursor.ts';
import { fieldsParam } from '../params/fields.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { pagingParams } from '../params/paging.ts';
import { notTogether } from '../params/rules.ts';
import { sortParam } from '../params/sort.ts';
import { presentPagination } from '../present/pagination.ts';
import { presentFields, presentRecords, RecordsOrFields } from '../present/records.ts';
import { filterNames } from '../query/filters.ts';
import { listRequest } from '../query/list.ts';
import { recordsAfter, recordsPage } from '../records-page.ts';
import { defineRoute } from '../route.ts';

/** GET /api/v1/auctions */
export const auctionsList = defineRoute({
  path: '/api/v1/auctions',
  operationId: 'listAuctions',
  tag: 'Auction records',
  summary: 'List auction records',
  description:
    'Newest sales first, then the highest id; undated lots last. Every page that `total_pages` promises can be fetched; walks over everything are cheaper with `cursor`.',
  params: {
    ...pagingParams,
    ...filterParams,
    sort: Type.Optional(sortParam),
    fields: Type.Optional(fieldsParam),
    cursor: Type.Optional(cursorParam),
  },
  rules: [...filterRules, notTogether('cursor', 'page')],
  data: RecordsOrFields,
  paged: true,
  meta: {
    next_cursor: Type.Optional(
      Type.String({
        description: 'Send it as `cursor` for the records that follow; absent on the last page.',
        'x-extension': true,
      }),
    ),
  },
  examples: ['', 'gem_name=ruby&origin=Burma&price_min=1000000', 'sort=-price&fields=title,price_final_usd'],
  async handle({ params, engine }) {
    const { limit, fields } = params;
    const { request, sort } = listRequest(params);
    // What a cursor belongs to: the limit and the fields may change during a walk.
    const list = [sort, ...filterNames.map((name) => params[name] ?? null)];
    const cursor = params.cursor === undefined ? undefined : readCursor(params.cursor, list, request.order);
    const found = cursor
      ? await recordsAfter(engine, { ...request, after: cursor.after })
      : await recordsPage(engine, { ...request, page: params.page });
    const passed = cursor?.passed ?? (params.page - 1) * limit;
    const page = cursor ? Math.floor(passed / limit) + 1 : params.page;
    const next = found.next && { passed: passed + found.hits.length, after: found.next };
    return {
      data: fields ? presentFields(found.hits, fields) : presentRecords(found.hits),
      pagination: presentPagination(page, limit, found.total),
      meta: { sort, next_cursor: next && writeCursor(next, list) },
    };
  },
});
