import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { namesTag } from '../names-tag.ts';
import { type Asset, sendAsset } from './send-asset.ts';

/**
 * The page runs its own files and asks its own host. Its buttons and pictures are styled and drawn inline by the
 * script that makes it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const own = join(projectRoot, 'api/pages/docs');
const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

interface DocsPage {
  page: Asset;
  etag: string;
  /** Path of the folder of its files, named by their content. */
  folder: string;
  files: Map<string, Asset>;
}

/**
 * Serves the reference of the API at `/docs`: Swagger UI, made of `/api/v1/openapi.json`, with every file from here.
 * The page is read when it is first asked for.
 */
export function serveDocs(router: Router): void {
  let read: DocsPage | undefined;
  const docs = () => {
    read ??= readDocs();
    return read;
  };
  router.get('/docs', async (context) => {
    context.state.route = '/docs';
    const { page, etag } = docs();
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    context.set('Cache-Control', 'public, max-age=0, must-revalidate');
    context.set('ETag', etag);
    context.status = 200;
    if (namesTag(context.get('If-None-Match'), etag)) context.status = 304;
    else await sendAsset(context, page);
  });
  router.get('/docs/:digest/:file', async (context) => {
    context.state.route = '/docs';
    const { folder, files } = docs();
    if (!context.path.startsWith(`${folder}/`)) return;
    const asset = files.get(context.path.slice(folder.length + 1));
    if (!asset) return;
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    await sendAsset(context, asset);
  });
}

function readDocs(): DocsPage {
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = (folder: string, name: string): [string, Asset] => [
    name,
    {
      type: name.endsWith('.css') ? types.css : types.js,
      content: readFileSync(join(folder, name)),
    },
  ];
  const files = new Map([
    read(swagger, 'swagger-ui-bundle.js'),
    read(swagger, 'swagger-ui.css'),
    read(own, 'page.js'),
    read(own, 'page.css'),
  ]);
  const folder = `/docs/${digest([...files.values()].map(({ content }) => content))}`;
  const html = readFileSync(join(own, 'page.html'), 'utf8').replaceAll('{{assets}}', folder);
  const page = { type: 'text/html; charset=utf-8', content: Buffer.from(html) };
  return { page, etag: `"${digest([page.content])}"`, folder, files };
}

function digest(contents: Buffer[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('base64url').slice(0, 16);
}
