import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsPages, docsPath } from '../../../api/pages/docs/pages.ts';
import type { RunningApi } from '../../../api/server.ts';
import { startApi } from '../../support/start-api.ts';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ INDEX_ALIAS: 'no-data-is-needed' });
});
afterAll(async () => api?.close());

describe.each(docsPages)('the documentation page %s', (page) => {
  test('the page is served compressed, without a script, and has no broken links', async () => {
    const response = await fetch(api.url + docsPath(page), { headers: { 'Accept-Encoding': 'br' } });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    const html = await response.text();
    expect(html).not.toMatch(/<script|\{\{|\]\(/);
    expect(html).toMatch(/<h1 id="[^"]+">/);
    // All but other sites: a page names no file that is not served.
    const paths = [...html.matchAll(/href="([^"]*)"/g)].filter(([, path]) => !/^(https?|data):/.test(path!));
    const links = paths.map(([, path]) => new URL(path!, api.url + docsPath(page)));
    expect(links.length).toBeGreaterThan(8);
    for (const { pathname, hash } of links) {
      const target = await fetch(api.url + pathname);
      expect(target.status, pathname).toBe(200);
      const text = await target.text();
      if (hash) expect(text, pathname + hash).toContain(`id="${hash.slice(1)}"`);
    }
  });
});

test('an unknown name below /docs gets 404', async () => {
  expect((await fetch(`${api.url}/docs/runbook`)).status).toBe(404);
});
