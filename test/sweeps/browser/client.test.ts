import { type Browser, chromium } from 'playwright-core';
import { type OutputChunk, rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

describe.skipIf(!inject('chromiumPath'))('the TypeScript client in a browser', () => {
  let index: TestIndex;
  let api: RunningApi;
  let browser: Browser;

  beforeAll(async () => {
    index = await createTestIndex([buildAuction({ id: 1, title: 'The only ruby' })]);
    api = await startApi({ INDEX_ALIAS: index.alias, RATE_LIMIT_MAX: '2', RATE_LIMIT_WINDOW_S: '600' });
    browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await index?.remove();
  });

  test('a page of another origin reads lots and errors with the client', async () => {
    const bundle = await rolldown({ input: 'clients/typescript/src/client.ts', platform: 'browser' });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    const [{ code }] = output as [OutputChunk];
    const page = await browser.newPage();
    // As text: vitest would replace the import.
    const program = `(async () => {
      const { createClient } = await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)});
      const client = createClient('${api.url}');
      const titles = [];
      for await (const lot of client.allAuctions({ fields: ['title'] })) titles.push(lot.title);
      const refused = await client.getAuction(2).catch((error) => error);
      const limited = await client.getStats().catch((error) => error);
      return [titles, refused.code, limited.code, limited.retryAfter > 60];
    })()`;
    expect(await page.evaluate(program)).toEqual([['The only ruby'], 'not_found', 'rate_limited', true]);
  });
});
