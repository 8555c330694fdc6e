import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { type AssetFolder, createAsset, digestOf, once, pagePolicy, sendFile, sendPage } from './assets.ts';
import { docsPages, docsPath } from './docs/pages.ts';
import type { OpenApiDocument } from './openapi/document.ts';

/**
 * Serves the reference of the API at `/docs`, and the pages of `docs/` below it. The code that
 * renders a page is loaded at its first request, so that the API starts faster.
 * @param document the OpenAPI document
 */
export function serveDocs(router: Router, document: () => OpenApiDocument): void {
  const serve = (path: string, render: (folder: string) => Promise<string>, type = types.html) => {
    const page = once(async () => createAsset(type, await render(docsAssets().folder)));
    router.get(path, async (context) => {
      context.state.route = path === '/docs' ? path : '/docs/{page}';
      await sendPage(context, await page(), pagePolicy('data:'));
    });
  };
  serve('/docs', async (folder) => {
    const { renderReference } = await import('./reference/render-reference.ts');
    return renderReference(document(), folder);
  });
  for (const name of docsPages) {
    serve(docsPath(name), async (folder) => {
      const { renderDocsPage } = await import('./docs/markdown-pages.ts');
      return renderDocsPage(name, folder);
    });
  }
  const renderSections = async () => {
    const { listSections } = await import('./docs/markdown-pages.ts');
    return JSON.stringify(listSections());
  };
  serve('/docs/sections.json', renderSections, 'application/json');
  router.get('/docs/assets/:digest/:file', async (context) => {
    context.state.route = '/docs';
    await sendFile(context, docsAssets());
  });
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The files of the pages, by the names under which they are served. */
const sources = {
  'base.css': 'explorer/styles/base.css',
  'page-frame.css': 'explorer/styles/page.css',
  'markdown.css': 'api/pages/docs/markdown.css',
  'search.js': 'api/pages/docs/search.js',
  'page.css': 'api/pages/reference/page.css',
  'page.js': 'api/pages/reference/page.js',
};

/** The styles and scripts of these pages. */
const docsAssets = once(readAssets);

function readAssets(): AssetFolder {
  const files = new Map(
    Object.entries(sources).map(([name, path]) => [
      name,
      createAsset(name.endsWith('.css') ? types.css : types.js, readFileSync(join(projectRoot, path))),
    ]),
  );
  return { folder: `/docs/assets/${digestOf([...files.values()].map(({ body }) => body.plain))}`, files };
}
