import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest } from '../../support/start-ingest.ts';

/** Longer than the service keeps an idle connection. */
const idleMs = 5_000;

it('API and worker answer over a proxy that has forgotten their idle connections', async () => {
  const proxy = await startFaultProxy(inject('elasticsearchUrl'));
  // Without comparisons with the queue, which would keep a connection in use.
  const ingest = await startIngest({ elasticsearchUrl: proxy.url, worker: { reconcileEveryMs: 3_600_000 } });
  const settings = { ELASTICSEARCH_URL: proxy.url, ELASTICSEARCH_TIMEOUT_MS: '10000' };
  const csv = (id: number) => `id,title,gem_type\n${id},A ruby,Ruby\n`;
  expect(await ingest.import('first.csv', csv(1))).toMatchObject({ state: 'completed' });
  const api = await startApi({ INDEX_ALIAS: ingest.alias, ...settings });
  // Other years each time, because known responses cost no search.
  const askAll = (firstYear: number) =>
    Promise.all(
      Array.from(
        { length: 12 },
        async (_, i) => (await fetch(`${api.url}/api/v1/stats?year=${firstYear + i}`)).status,
      ),
    );
  expect(new Set(await askAll(2000))).toEqual(new Set([200]));
  await pause(idleMs);
  proxy.silence();
  expect(new Set(await askAll(1980))).toEqual(new Set([200]));
  expect(await ingest.import('second.csv', csv(2))).toMatchObject({ state: 'completed' });
  await api.close();
  await ingest.close();
  await proxy.close();
});
