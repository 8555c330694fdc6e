import type Router from '@koa/router';
import type { Context } from 'koa';
import type { AppContext } from '../endpoint/context.ts';
import type { Asked } from '../endpoint/define-route.ts';
import { once, sendDocument, sendFile } from './assets.ts';
import { lotHeadReader } from './lot-head.ts';

/** The page loads only its own files from its own host, and photos from these; images that it saves are blobs. */
const policyOf = (imageHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/**
 * Serves the explorer page at `/`, and its files in a folder named by a digest of their content: they can be cached
 * forever. Everything is in memory: it is read at the first visit, so that the API starts faster,
 * and each file is compressed at its first request. A link to a lot gets the title of the lot and what previews of the
 * link show.
 */
export function serveExplorer(
  router: Router,
  app: AppContext,
  ask: (context: Context, address: string) => Promise<Asked>,
): void {
  const readLotHead = lotHeadReader(ask, app.config.publicUrl, app.log);
  const { imageHosts } = app.config;
  const policy = policyOf(imageHosts);
  const explorer = once(() =>
    import('./explorer-assets.ts').then(({ readExplorer }) => readExplorer(imageHosts)),
  );
  router.get('/', async (context) => {
    context.state.route = '/';
    context.set('Content-Security-Policy', policy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    const { page, withHead } = await explorer();
    const head = await readLotHead(context);
    await sendDocument(context, head ? withHead(head) : page);
  });
  router.get('/explorer/:folder/*path', async (context) => {
    context.state.route = '/explorer';
    await sendFile(context, await explorer());
  });
}
