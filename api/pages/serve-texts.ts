import type Router from '@koa/router';
import type { Config } from '../config.ts';
import { ApiError } from '../http/errors.ts';
import { type Asset, createAsset, once, sendDocument } from './assets.ts';
import { docsPath } from './docs/pages.ts';
import type { OpenApiDocument } from './openapi/document.ts';

/**
 * Robots may read the pages, but not the data: the possible requests are endless, and each counts. They may not open the
 * views of the explorer either, which request data.
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
  {
    publicUrl,
    securityContact,
    mcp,
    clock,
    document,
  }: Pick<Config, 'publicUrl' | 'securityContact' | 'mcp'> & {
    clock: () => Date;
    document: () => OpenApiDocument;
  },
): void {
  const serve = (path: string, text: () => Asset | Promise<Asset>) =>
    router.get(path, async (context) => {
      context.state.route = path;
      await sendDocument(context, await text());
    });
  serve(
    '/robots.txt',
    once(() => plainText(robots)),
  );
  serve(
    '/llms.txt',
    once(async () => {
      const { llmsText } = await import('./llms-text.ts');
      return plainText(llmsText(document(), publicUrl, mcp));
    }),
  );
  serve('/.well-known/security.txt', () => plainText(securityText(publicUrl, securityContact, clock())));
}

const plainText = (text: string) => createAsset('text/plain; charset=utf-8', text);

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

/** Serves the description of the API at `/api/v1/openapi.json`; it changes only with the build. */
export function serveOpenApi(router: Router, document: () => OpenApiDocument): void {
  const text = JSON.stringify(document());
  const { body, etag } = createAsset('application/json', text);
  router.get('/api/v1/openapi.json', async (context) => {
    context.state.route = '/api/v1/openapi.json';
    const type = context.accepts('application/json', 'application/openapi+json');
    if (!type) throw new ApiError('not_acceptable');
    await sendDocument(context, { type, body, etag });
  });
}
