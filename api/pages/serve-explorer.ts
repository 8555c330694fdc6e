import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { namesTag } from '../names-tag.ts';
import type { Explorer } from './explorer-assets.ts';
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
 * for ever. Everything is in memory: read at the first visit, so that an API that only programs ask starts without it,
 * and compressed at the first request for it.
 */
export function serveExplorer(router: Router): void {
  let read: Promise<Explorer> | undefined;
  const explorer = () => {
    read ??= import('./explorer-assets.ts').then(({ readExplorer }) => readExplorer());
    return read;
  };
  router.get('/', async (context) => {
    context.state.route = '/';
    const { page } = await explorer();
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    context.set('Cache-Control', revalidated);
    const etag = etagOf(page.content);
    context.set('ETag', etag);
    context.status = 200;
    if (namesTag(context.get('If-None-Match'), etag)) context.status = 304;
    else await sendAsset(context, page);
  });
  router.get('/explorer/:folder/*path', async (context) => {
    context.state.route = '/explorer';
    const { folder, files } = await explorer();
    if (!context.path.startsWith(`${folder}/`)) return;
    const asset = files.get(context.path.slice(folder.length + 1));
    if (!asset) return;
    context.set('Cache-Control', forever);
    await sendAsset(context, asset);
  });
}

const etagOf = (content: Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
