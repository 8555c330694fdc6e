import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { readExplorer } from './explorer-assets.ts';
import { sendAsset } from './send-asset.ts';

/** The page runs its own files, asks its own host, and takes nothing from elsewhere; pictures it saves are blobs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const forever = 'public, max-age=31536000, immutable';
const revalidated = 'public, max-age=0, must-revalidate';

/**
 * Serves the explorer page at `/`, and its files under a folder that is named by their content: they may be cached
 * for ever. Everything is in memory, compressed at the first request for it.
 */
export function serveExplorer(router: Router): void {
  const { page, folder, files } = readExplorer();
  const etag = `"${createHash('sha256').update(page.content).digest('base64url').slice(0, 22)}"`;
  router.get('/', async (context) => {
    context.state.route = '/';
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    context.set('Cache-Control', revalidated);
    context.set('ETag', etag);
    context.status = 200;
    if (context.fresh) context.status = 304;
    else await sendAsset(context, page);
  });
  router.get(`${folder}/*path`, async (context) => {
    context.state.route = '/explorer';
    const asset = files.get(context.path.slice(folder.length + 1));
    if (!asset) return;
    context.set('Cache-Control', forever);
    await sendAsset(context, asset);
  });
}
