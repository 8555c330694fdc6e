import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { type Asset, type AssetFolder, createAsset, digestOf, sendDocument, sendFile } from './assets.ts';

/**
 * The page loads only its own files from its own host. Its script adds inline styles
 * and images.
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

interface DocsPage extends AssetFolder {
  page: Asset;
}

/**
 * Serves the API reference at `/docs`: Swagger UI for `/api/v1/openapi.json`, with all files from this host.
 * The page is read at its first request.
 */
export function serveDocs(router: Router): void {
  let read: DocsPage | undefined;
  const docs = () => {
    read ??= readDocs();
    return read;
  };
  router.get('/docs', async (context) => {
    context.state.route = '/docs';
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    await sendDocument(context, docs().page);
  });
  router.get('/docs/:digest/:file', async (context) => {
    context.state.route = '/docs';
    await sendFile(context, docs());
  });
}

function readDocs(): DocsPage {
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = (folder: string, name: string): [string, Asset] => [
    name,
    createAsset(name.endsWith('.css') ? types.css : types.js, readFileSync(join(folder, name))),
  ];
  const files = new Map([
    read(swagger, 'swagger-ui-bundle.js'),
    read(swagger, 'swagger-ui.css'),
    read(own, 'page.js'),
    read(own, 'page.css'),
  ]);
  const folder = `/docs/${digestOf([...files.values()].map(({ body }) => body.plain))}`;
  const html = readFileSync(join(own, 'page.html'), 'utf8').replaceAll('{{assets}}', folder);
  return { page: createAsset('text/html; charset=utf-8', html), folder, files };
}
