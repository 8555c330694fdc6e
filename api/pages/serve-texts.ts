import type Router from '@koa/router';
import type { Config } from '../config.ts';
import { operations, routes } from '../routes/index.ts';
import { type Asset, createAsset, once, sendDocument } from './assets.ts';
import { docsPath } from './docs/pages.ts';
import { openApiDocument } from './openapi/document.ts';

/**
 * Pages may be read by every robot. The data may not: there are endless requests, and each counts. Neither may the views
 * of the explorer, which ask for data.
 */
const robots = `User-agent: *
Allow: /api/v1$
Allow: /api/v1/openapi.json
Disallow: /api/
Disallow: /*?
`;

/** How long a security.txt holds: RFC 9116 recommends less than a year. */
const securityForDays = 180;

/** Serves `/robots.txt`, `/llms.txt` and `/.well-known/security.txt`. */
export function serveTexts(
  router: Router,
  { publicUrl, securityContact }: Pick<Config, 'publicUrl' | 'securityContact'>,
  clock: () => Date,
): void {
  const serve = (path: string, text: () => Asset | Promise<Asset>) =>
    router.get(path, async (context) => {
      context.state.route = path;
      await sendDocument(context, await text());
    });
  const robotsAsset = plainText(robots);
  serve('/robots.txt', () => robotsAsset);
  serve(
    '/llms.txt',
    once(() => readLlms(publicUrl)),
  );
  serve('/.well-known/security.txt', () => plainText(securityText(publicUrl, securityContact, clock())));
}

const plainText = (text: string) => createAsset('text/plain; charset=utf-8', text);

async function readLlms(publicUrl: string): Promise<Asset> {
  const { llmsText } = await import('./llms-text.ts');
  return plainText(llmsText(openApiDocument(routes, operations, publicUrl), publicUrl));
}

/** Where to report a vulnerability (RFC 9116). It never expires: the date moves on with the day of the request. */
function securityText(publicUrl: string, contact: string | undefined, now: Date): string {
  const today = Math.floor(now.getTime() / 86_400_000);
  const expires = new Date((today + securityForDays) * 86_400_000);
  const page = publicUrl + docsPath('security');
  return `Contact: ${contact ?? page}
Policy: ${page}
Expires: ${expires.toISOString().replace('.000', '')}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`;
}
