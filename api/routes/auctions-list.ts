import Type from 'typebox';
import { AuctionRecord } from '../../mappings/record.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { pagingParams } from '../params/paging.ts';
import { presentPagination } from '../present/pagination.ts';
import { presentRecords } from '../present/records.ts';
import { allOf, filterClauses } from '../query/filters.ts';
import { newestFirst } from '../query/order.ts';
import { recordsPage } from '../records-page.ts';
import { defineRoute } from '../route.ts';

/** GET /api/v1/auctions */
export const auctionsList = defineRoute({
  path: '/api/v1/auctions',
  operationId: 'listAuctions',
  tag: 'Auction records',
  summary: 'List auction records',
  description: 'Newest sales first, then the highest id; undated lots last.',
  params: { ...pagingParams, ...filterParams },
  rules: filterRules,
  data: Type.Array(AuctionRecord),
  paged: true,
  examples: ['', 'gem_name=ruby&origin=Burma&price_min=1000000'],
  async handle({ params, engine }) {
    const query = allOf(filterClauses(params));
    const { hits, total } = await recordsPage(engine, { query, order: newestFirst, ...params });
    return {
      data: presentRecords(hits),
      pagination: presentPagination(params.page, params.limit, total),
      meta: { sort: '-date' },
    };
  },
});
