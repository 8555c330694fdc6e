import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { type Asset, type AssetFolder, createAsset, digestOf, sendDocument, sendFile } from './assets.ts';
import { type DocsPage, docsPages, docsPath } from './docs/pages.ts';

/** The pages are plain HTML and style sheets: no script. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the pages of `docs/` for users, below `/docs`. Each is rendered at its first request. */
export function serveMarkdown(router: Router): void {
  let read: AssetFolder | undefined;
  const styles = () => {
    read ??= readStyles();
    return read;
  };
  for (const page of docsPages) {
    let rendered: Promise<Asset> | undefined;
    router.get(docsPath(page), async (context) => {
      context.state.route = '/docs/{page}';
      context.set('Content-Security-Policy', policy);
      rendered ??= renderPage(page, styles().folder);
      await sendDocument(context, await rendered);
    });
  }
  router.get('/docs/styles/:digest/:file', async (context) => {
    context.state.route = '/docs/{page}';
    await sendFile(context, styles());
  });
}

/** The library that reads Markdown is loaded at the first visit. */
async function renderPage(page: DocsPage, folder: string): Promise<Asset> {
  const { renderDocsPage } = await import('./docs/markdown-pages.ts');
  return createAsset('text/html; charset=utf-8', renderDocsPage(page, folder));
}

/** The explorer's own styles, and a few more. */
function readStyles(): AssetFolder {
  const read = (name: string, path: string): [string, Asset] => [
    name,
    createAsset('text/css; charset=utf-8', readFileSync(join(projectRoot, path))),
  ];
  const files = new Map([
    read('base.css', 'explorer/styles/base.css'),
    read('page-frame.css', 'explorer/styles/page.css'),
    read('markdown.css', 'api/pages/docs/markdown.css'),
  ]);
  const folder = `/docs/styles/${digestOf([...files.values()].map(({ body }) => body.plain))}`;
  return { folder, files };
}
