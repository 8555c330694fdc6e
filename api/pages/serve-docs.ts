import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { createAsset, createFolder, once, pagePolicy, sendFile, sendPage } from './assets.ts';
import { docsPages, docsPath } from './docs/pages.ts';
import type { OpenApiDocument } from './openapi/document.ts';

/**
 * Serves the reference of the API at `/docs`, and the pages of `docs/` below it. The code that
 * renders a page is loaded at its first request, so that the API starts faster.
 * @param document the OpenAPI document
 */
export function serveDocs(router: Router, document: () => OpenApiDocument): void {
  const serve = (path: string, render: (folder: string) => Promise<string>, type = 'html') => {
    const page = once(async () => createAsset(type, await render(docsAssets().folder)));
    router.get(path, async (context) => {
      context.state.route = path === '/docs' ? path : '/docs/{page}';
      await sendPage(context, await page(), pagePolicy('data:'));
    });
  };
  serve('/docs', async (folder) => {
    const { renderPage } = await import('./docs/markdown-pages.ts');
    const { referenceOf } = await import('./docs/reference.ts');
    return renderPage({ title: 'API reference', text: referenceOf(document()) }, folder);
  });
  for (const name of docsPages) {
    serve(docsPath(name), async (folder) => {
      const { readPage, renderPage } = await import('./docs/markdown-pages.ts');
      return renderPage(readPage(name), folder, name);
    });
  }
  const renderSections = async () => {
    const { listSections } = await import('./docs/markdown-pages.ts');
    return JSON.stringify(listSections());
  };
  serve('/docs/sections.json', renderSections, 'json');
  router.get('/docs/assets/:digest/:file', async (context) => {
    context.state.route = '/docs';
    await sendFile(context, docsAssets());
  });
}

/** The files of the pages, by the names under which they are served. */
const sources = {
  'base.css': 'explorer/styles/base.css',
  'page-frame.css': 'explorer/styles/page.css',
  'page.css': 'api/pages/docs/page.css',
  'page.js': 'api/pages/docs/page.js',
};

/** The styles and the script of these pages. */
const docsAssets = once(() =>
  createFolder(
    '/docs/assets',
    Object.fromEntries(
      Object.entries(sources).map(([name, path]) => [name, readFileSync(join(projectRoot, path), 'utf8')]),
    ),
  ),
);
