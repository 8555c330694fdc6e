import { AuctionRecord } from '../../mappings/record.ts';
import { defineRoute } from '../endpoint/define-route.ts';
import { ApiError } from '../http/errors.ts';
import { recordId } from '../params/list.ts';
import { RawJson } from '../present/envelope.ts';

/** GET /api/v1/auctions/{id} */
export const auctionDetail = defineRoute({
  path: '/api/v1/auctions/{id}',
  operationId: 'getAuction',
  tag: 'Auction records',
  summary: 'Get one auction record',
  description: 'The record with this id; 404 where there is none.',
  pathParams: { id: recordId },
  params: {},
  data: AuctionRecord,
  errors: ['not_found'],
  examples: ['/api/v1/auctions/1'],
  isBrief: true,
  async handle({ params, search }) {
    const json = await search.record(params.id);
    if (json === undefined) {
      throw new ApiError('not_found', { message: `There is no auction record ${params.id}.` });
    }
    return { data: new RawJson(json) };
  },
});
