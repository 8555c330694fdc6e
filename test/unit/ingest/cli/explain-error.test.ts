import { errors } from '@elastic/elasticsearch';
import { expect, it } from 'vitest';
import { explainError } from '../../../../ingest/cli/explain-error.ts';

it('the command line says why Elasticsearch refused a request, for example a full disk', () => {
  const reason =
    'index [auctions-imports] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark];';
  const type = 'cluster_block_exception';
  const body = { error: { type, reason, root_cause: [{ type, reason }] } };
  const refused = new errors.ResponseError({
    statusCode: 429,
    body,
    headers: {},
    meta: {},
    warnings: null,
  } as never);
  expect(explainError(refused)).toContain(`Elasticsearch refused a request: ${reason}`);
});
