import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { operations, routes } from '../routes/index.ts';
import { type Asset, type AssetFolder, createAsset, digestOf, sendDocument, sendFile } from './assets.ts';
import { openApiDocument } from './openapi/document.ts';

/** The page loads only its own files from its own host, and asks only that host. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

interface ReferencePage extends AssetFolder {
  page: Asset;
}

/** Serves the reference of the API at `/docs`, rendered from the OpenAPI document at its first request. */
export function serveReference(router: Router, publicUrl: string): void {
  let read: Promise<ReferencePage> | undefined;
  const reference = () => {
    read ??= readReference(publicUrl);
    return read;
  };
  router.get('/docs', async (context) => {
    context.state.route = '/docs';
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    await sendDocument(context, (await reference()).page);
  });
  router.get('/docs/reference/:digest/:file', async (context) => {
    context.state.route = '/docs';
    await sendFile(context, await reference());
  });
}

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/** The files of the page, by the names under which they are served. */
const sources = {
  'base.css': 'explorer/styles/base.css',
  'page-frame.css': 'explorer/styles/page.css',
  'markdown.css': 'api/pages/docs/markdown.css',
  'page.css': 'api/pages/reference/page.css',
  'theme.js': 'api/pages/reference/theme.js',
  'page.js': 'api/pages/reference/page.js',
};

async function readReference(publicUrl: string): Promise<ReferencePage> {
  const { renderReference } = await import('./reference/render-reference.ts');
  const files = new Map(
    Object.entries(sources).map(([name, path]) => [
      name,
      createAsset(name.endsWith('.css') ? types.css : types.js, readFileSync(join(projectRoot, path))),
    ]),
  );
  const folder = `/docs/reference/${digestOf([...files.values()].map(({ body }) => body.plain))}`;
  const html = renderReference(openApiDocument(routes, operations, publicUrl), folder);
  return { page: createAsset('text/html; charset=utf-8', html), folder, files };
}
