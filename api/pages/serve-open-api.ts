import type Router from '@koa/router';
import { ApiError } from '../http/errors.ts';
import { operations, routes } from '../routes/index.ts';
import { createAsset, sendDocument } from './assets.ts';
import { openApiDocument } from './openapi/document.ts';

/** Serves the description of the API at `/api/v1/openapi.json`; it changes only with the build. */
export function serveOpenApi(router: Router, publicUrl: string): void {
  const text = JSON.stringify(openApiDocument(routes, operations, publicUrl));
  const { body, etag } = createAsset('application/json', text);
  router.get('/api/v1/openapi.json', async (context) => {
    context.state.route = '/api/v1/openapi.json';
    const type = context.accepts('application/json', 'application/openapi+json');
    if (!type) throw new ApiError('not_acceptable');
    await sendDocument(context, { type, body, etag });
  });
}
