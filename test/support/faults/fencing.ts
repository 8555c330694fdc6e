import { expect, onTestFinished } from 'vitest';
import type { ImportFilePayload } from '../../../ingest/queue/contract.ts';
import type { ImportEntry } from '../../../ingest/store/import-entry.ts';
import type { Stack } from '../../../local/start-stack.ts';
import { suggestIndexName, suggestPattern } from '../../../mappings/records-index.ts';
import { get } from '../get.ts';
import { runCli } from '../run-cli.ts';
import { type Part, prepareRedundantService, type RedundantService } from './redundant-service.ts';

/** Starts a service that ends with the test. `base` records titled "base" are live. Both APIs run, but no worker. */
export async function startFencedService(stack: Stack, base: number) {
  const service: RedundantService = await prepareRedundantService(stack);
  onTestFinished(service.close);
  const { ingest, workers, apis } = service;
  const [first] = workers;

  const enqueue = async (title: string, records: number, payload: Partial<ImportFilePayload> = {}) => {
    const path = await ingest.put(`${title}.csv`, csvOf(title, records));
    return ingest.enqueue({ path, min_records: 0, ...payload });
  };
  const complete = async (title: string, records: number, payload: Partial<ImportFilePayload> = {}) => {
    const entry = await ingest.finished(await enqueue(title, records, payload));
    expect(entry).toMatchObject({ state: 'completed', read: records });
    expect(entry.indexed + entry.superseded + entry.rejected).toBe(records);
    return entry;
  };
  const replace = { mode: 'replace' } as const;

  await first.start();
  await complete('base', base, replace);
  await Promise.all(apis.map((api) => api.start()));
  await first.kill();
  return {
    ...service,
    /** Enqueues a file of records with these ids from 1 on, all with the same title. */
    enqueue,
    /** Enqueues a file and waits until it has completed. */
    complete,
    replace,

    /** Expects a number of records, and of records with a title, from both APIs. */
    async expectShown(total: number, title: string, withTitle = total): Promise<void> {
      const counts = () =>
        Promise.all(
          apis.map(async ({ url }) => {
            const ask = async (query: string) =>
              (await get(url, '/api/v1/auctions', `limit=1${query}`)).body.pagination?.total_records;
            return { total: await ask(''), withTitle: await ask(`&q=${encodeURIComponent(title)}`) };
          }),
        );
      const both = { total, withTitle };
      await expect.poll(counts).toEqual([both, both]);
    },

    /** Expects that both APIs suggest a title with a number of lots. */
    async expectSuggested(title: string, lots: number): Promise<void> {
      const suggested = () =>
        Promise.all(
          apis.map(async ({ url }) => {
            const { body } = await get(url, '/api/v1/suggestions', `type=title&q=${title}`);
            return body.data?.map((found: { text: string; lots: number }) => [found.text, found.lots]);
          }),
        );
      const both = [[title, lots]];
      await expect.poll(suggested).toEqual([both, both]);
    },

    /** Suggestion indices that belong to no records index, or that this build would create differently. */
    async wrongNameIndices(): Promise<string[]> {
      const { indices } = ingest.elasticsearch;
      const mappings = await indices.getMapping({ index: suggestPattern(ingest.alias) });
      const records = Object.keys(await indices.get({ index: `${ingest.alias}-records-*` }));
      const needed = new Set(records.map((index) => suggestIndexName(ingest.alias, index)));
      return Object.entries(mappings)
        .filter(([name, { mappings }]) => !needed.has(name) || String(mappings.dynamic) !== 'strict')
        .map(([name]) => name);
    },

    /** Rolls back by the command line, and returns the name of the live index afterwards. */
    async rollBack(): Promise<string> {
      const { code, stdout, stderr } = await runCli(['rollback', '--json'], ingest.environment);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(stdout).to;
    },

    /** The index that a replacement built. */
    indexOf: ({ id }: Pick<ImportEntry, 'id'>) => `${ingest.alias}-records-${id}`,
  };
}

/** Resolves when the proxy of each worker holds a request. */
export async function waitUntilBlocked(...workers: Part[]): Promise<void> {
  const held = () => workers.reduce((sum, { toElasticsearch }) => sum + toElasticsearch.waiting(), 0);
  await expect.poll(held, { interval: 10 }).toBeGreaterThan(0);
}

/** Resumes a stopped worker; resolves when it has nothing more to do. */
export async function resume(worker: Part): Promise<void> {
  worker.resume();
  worker.toRedis.thaw();
  worker.toElasticsearch.release();
  const { quietMs } = worker.toElasticsearch;
  await expect.poll(quietMs, { interval: 5 }).toBeLessThan(1_000);
  await expect.poll(quietMs).toBeGreaterThan(4_000);
}

/** A file of records with ids from 1 on, all with the same title. */
function csvOf(title: string, records: number): string {
  const lines = Array.from({ length: records }, (_, i) => `${i + 1},${title},Ruby`);
  return `${['id,title,gem_type', ...lines].join('\n')}\n`;
}
