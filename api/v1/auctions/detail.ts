import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { ApiError } from '../../http/errors.ts';
import { fieldsParam, recordId, SelectedFields, selectFields } from '../../record/record-fields.ts';

/** GET /api/v1/auctions/{id} */
export const auctionDetail = defineRoute({
  path: '/api/v1/auctions/{id}',
  operationId: 'getAuction',
  tag: 'Auction records',
  summary: 'Get one auction record',
  description: 'The record with this id; 404 where there is none.',
  pathParams: { id: recordId },
  params: { fields: Type.Optional(fieldsParam) },
  data: SelectedFields,
  errors: ['not_found'],
  examples: [
    '/api/v1/auctions/9000000000000001',
    '/api/v1/auctions/9000000000000001?fields=title,price_final_usd',
  ],
  cost: 'brief',
  async handle({ params, search }) {
    const record = await search.record(params.id);
    if (!record) {
      throw new ApiError('not_found', { message: `There is no auction record ${params.id}.` });
    }
    return { data: selectFields(record, params.fields) };
  },
});
