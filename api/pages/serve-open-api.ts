import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { operations } from '../endpoint/operations.ts';
import { ApiError } from '../http/errors.ts';
import { namesTag } from '../names-tag.ts';
import { routes } from '../routes/index.ts';
import { openApiDocument } from './openapi/document.ts';
import { sendAsset } from './send-asset.ts';

/** Serves the description of the API at `/api/v1/openapi.json`; it changes only with the program. */
export function serveOpenApi(router: Router): void {
  const text = JSON.stringify(openApiDocument(routes, operations));
  const asset = { type: 'application/json', content: Buffer.from(text) };
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  router.get('/api/v1/openapi.json', async (context) => {
    context.state.route = '/api/v1/openapi.json';
    if (!context.accepts('application/json')) throw new ApiError('not_acceptable');
    context.set({ 'Cache-Control': 'public, max-age=0, must-revalidate', ETag: etag });
    context.vary('Accept, Accept-Encoding');
    if (namesTag(context.get('If-None-Match'), etag)) {
      context.status = 304;
      return;
    }
    await sendAsset(context, asset);
  });
}
