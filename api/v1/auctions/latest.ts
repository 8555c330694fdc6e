import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extensionPagingParams } from '../../parameters/paging.ts';
import { fieldsParam, presentRecords, RecordsOrFields } from '../../record/record-fields.ts';
import { allOf, atMost } from '../../search/clauses.ts';
import { newestFirst, recordsPage } from '../../search/pagination.ts';

/** GET /api/v1/auctions/latest */
export const auctionsLatest = defineRoute({
  path: '/api/v1/auctions/latest',
  operationId: 'listLatestAuctions',
  tag: 'Auction records',
  summary: 'Get the latest auction records',
  description: 'Lots with a date not later than today (UTC), newest first, then the highest id.',
  params: { ...extensionPagingParams, ...filterParams, fields: Type.Optional(fieldsParam) },
  rules: filterRules,
  data: RecordsOrFields,
  paged: true,
  dependsOnToday: true,
  examples: ['', 'limit=5&gem_name=sapphire'],
  cost: 'brief',
  async handle({ params, search, today }) {
    // Undated lots are excluded too: a bound excludes lots without the field.
    const query = allOf([...filterClauses(params), atMost('auction_date', today)]);
    const { page, limit, fields } = params;
    const source = fields && { source: ['id', ...fields] };
    const list = { query, order: newestFirst, page, limit, ...source };
    const { hits, total } = await recordsPage(search, list);
    return {
      data: presentRecords(hits, fields),
      pagination: presentPagination(page, limit, total),
      meta: { sort: '-date' },
    };
  },
});
