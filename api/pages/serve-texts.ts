import type Router from '@koa/router';
import type { Config } from '../config.ts';
import { ApiError } from '../http/errors.ts';
import { createAsset, once, sendDocument } from './assets.ts';
import type { OpenApiDocument } from './openapi/document.ts';

/**
 * Robots may read the pages, but not the data: the possible requests are endless, and each counts. They may not open the
 * views of the explorer either, which request data.
 */
const robots = `User-agent: *
Allow: /api/v1$
Allow: /api/v1/openapi.json
Disallow: /api/
Disallow: /*?
`;

/** Serves `/robots.txt` and `/llms.txt`. */
export function serveTexts(router: Router, config: Config, document: () => OpenApiDocument): void {
  const serve = (path: string, make: () => string | Promise<string>) => {
    const text = once(async () => createAsset('txt', await make()));
    router.get(path, async (context) => {
      context.state.route = path;
      await sendDocument(context, await text());
    });
  };
  serve('/robots.txt', () => robots);
  serve('/llms.txt', async () => {
    const { llmsText } = await import('./llms-text.ts');
    return llmsText(document(), config.publicUrl, config.mcp);
  });
}

/** Serves the description of the API at `/api/v1/openapi.json`; it changes only with the build. */
export function serveOpenApi(router: Router, document: () => OpenApiDocument): void {
  const asset = createAsset('json', JSON.stringify(document()));
  router.get('/api/v1/openapi.json', async (context) => {
    context.state.route = '/api/v1/openapi.json';
    const type = context.accepts('application/json', 'application/openapi+json');
    if (!type) throw new ApiError('not_acceptable');
    await sendDocument(context, { ...asset, type });
  });
}
