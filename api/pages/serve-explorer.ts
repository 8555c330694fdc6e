import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Router from '@koa/router';
import { projectRoot } from '../../config/project-root.ts';
import { createAsset, createFolder, once, pagePolicy, sendFile, sendPage } from './assets.ts';

/**
 * Serves the explorer page at `/`, and its files in a folder named by a digest of their content: they can be cached
 * forever. Everything is in memory: it is read at the first visit, so that the API starts faster,
 * and each file is compressed at its first request.
 */
export function serveExplorer(router: Router, imageHosts: readonly string[]): void {
  const hosts = imageHosts.map((host) => ` https://${host}`);
  // Images that the page saves are blobs.
  const policy = pagePolicy(`'self' blob:${hosts.join('')}`);
  const explorer = once(() => readExplorer(imageHosts));
  router.get('/', async (context) => {
    context.state.route = '/';
    await sendPage(context, (await explorer()).page, policy);
  });
  router.get('/explorer/:folder/*path', async (context) => {
    context.state.route = '/explorer';
    await sendFile(context, await explorer());
  });
}

/**
 * Makes the page, which refers to the folder of all other files, and these files.
 * @param imageHosts the hosts from which the page may load photos of lots; it finds them in its head
 */
export async function readExplorer(imageHosts: readonly string[]) {
  const { explorerFiles } = await import('./explorer-files.ts');
  const assets = createFolder('/explorer', await explorerFiles());
  const html = readFileSync(join(projectRoot, 'explorer/index.html'), 'utf8')
    .replaceAll('{{assets}}', assets.folder)
    .replace('{{image-hosts}}', imageHosts.join(','));
  return { ...assets, page: createAsset('html', html) };
}
