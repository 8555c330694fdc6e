import { toRecord } from '../../mappings/document.ts';
import { AuctionRecord } from '../../mappings/record.ts';
import { ApiError } from '../errors.ts';
import { recordId } from '../params/record-id.ts';
import { equals } from '../query/clauses.ts';
import { allOf } from '../query/filters.ts';
import { defineRoute } from '../route.ts';

/** GET /api/v1/auctions/{id} */
export const auctionDetail = defineRoute({
  path: '/api/v1/auctions/{id}',
  operationId: 'getAuction',
  tag: 'Auction records',
  summary: 'Get one auction record',
  pathParams: { id: recordId },
  params: {},
  data: AuctionRecord,
  errors: ['not_found'],
  examples: ['/api/v1/auctions/1'],
  async handle({ params, engine }) {
    const answer = await engine.search<Partial<AuctionRecord>>({
      query: allOf([equals('id', params.id)]),
      size: 1,
      track_total_hits: false,
      filter_path: 'hits.hits._source',
    });
    const [hit] = answer.hits?.hits ?? [];
    if (hit === undefined) {
      throw new ApiError('not_found', { message: `There is no auction record ${params.id}.` });
    }
    return { data: toRecord(hit._source!) };
  },
});
