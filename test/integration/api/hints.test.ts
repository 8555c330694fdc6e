import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiProcess } from '../../support/api-process.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { get } from '../../support/get.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
});
afterAll(() => index?.remove());

/** Unknown values of 200 characters in short words: the most that may have to be searched for names. */
const unknownValues = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${from} ${i} ${'fancy vivd a b '.repeat(20)}`.slice(0, 199)).join(
    ',',
  );

test('60 requests of 70 long unknown values each leave health answering, and name every value', async () => {
  const api = await startApiProcess({ INDEX_ALIAS: index.alias, RATE_LIMIT_MAX: '0' });
  const requests = Array.from({ length: 60 }, (_, i) =>
    get(api.url, '/api/v1/auctions', { gem_name: unknownValues(i, 50), origin: unknownValues(i, 20) }),
  );
  let isOver = false;
  const answers = Promise.all(requests).finally(() => {
    isOver = true;
  });
  let healthy = 0;
  while (!isOver) {
    // As long as an orchestrator would wait for it.
    const { ok } = await fetch(`${api.url}/healthz`, { signal: AbortSignal.timeout(5000) });
    if (ok) healthy++;
  }
  expect(healthy).toBeGreaterThan(0);
  for (const { status, body } of await answers) {
    expect(status).toBe(200);
    expect(body.meta.hints).toHaveLength(70);
  }
  expect(await api.stop()).toBe(0);
});
