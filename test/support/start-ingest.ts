import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobsOptions, Queue } from 'bullmq';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createImportContext } from '../../ingest/context.ts';
import { enqueueImport } from '../../ingest/import/enqueue.ts';
import { liveIndex } from '../../ingest/index/live-index.ts';
import { type ImportFilePayload, importsQueueName } from '../../ingest/queue/contract.ts';
import { retryWhileUnavailable } from '../../ingest/retries.ts';
import { openServices, readIngestConfig } from '../../ingest/services.ts';
import { type RunningWorker, startWorker, type WorkerOptions } from '../../ingest/start-worker.ts';
import type { ImportEntry } from '../../ingest/store/import-entry.ts';
import { isUnfinished } from '../../ingest/store/import-log.ts';
import type { Reject } from '../../ingest/store/rejects.ts';
import type { AuctionRecord } from '../../mappings/record.ts';

/** How often tests check whether an import has ended. Most imports take half a second. */
const pollMs = 50;
const neverAborted = new AbortController().signal;

export type TestIngest = Awaited<ReturnType<typeof startIngest>>;

/**
 * Starts an ingest with its own alias, queues and import folder. Each file has its own, because a worker serves one alias, whose
 * imports run one at a time and change what the next one finds. It runs in the process of the tests.
 */
export async function startIngest(
  options: {
    worker?: boolean | WorkerOptions;
    elasticsearchUrl?: string;
    redisUrl?: string;
    importRoot?: string;
    /** Environment variables that differ. */
    settings?: Record<string, string>;
  } = {},
) {
  const importRoot = options.importRoot ?? (await mkdtemp(join(tmpdir(), 'imports-')));
  const environment = {
    ELASTICSEARCH_URL: options.elasticsearchUrl ?? inject('elasticsearchUrl'),
    REDIS_URL: options.redisUrl ?? inject('redisUrl'),
    INDEX_ALIAS: `t-${randomBytes(5).toString('hex')}`,
    IMPORT_ROOT: importRoot,
    ...options.settings,
  };
  const config = readIngestConfig(environment);
  const services = openServices(config);
  const { elasticsearch, redis } = services;
  const imports = new Queue(importsQueueName(config.INDEX_ALIAS), { connection: redis });
  // Without a listener, BullMQ prints each attempt to reconnect when a test stops Redis.
  imports.on('error', () => {});
  const context = createImportContext(services);
  const session = { ...context, imports, indexAlias: config.INDEX_ALIAS };
  const workerOptions = options.worker ?? { reconcileEveryMs: 300 };
  const worker: RunningWorker | undefined =
    workerOptions === false
      ? undefined
      : await startWorker(services, pino({ level: 'silent' }), workerOptions === true ? {} : workerOptions);

  /** Resolves when an import has ended, even if servers fail meanwhile. */
  async function finished(id: number): Promise<ImportEntry> {
    for (;;) {
      const entry = await retryWhileUnavailable(() => context.log.find(id), neverAborted);
      if (!entry) throw new Error(`Import ${id} does not exist.`);
      if (!isUnfinished(entry)) return entry;
      await pause(pollMs);
    }
  }

  return {
    alias: config.INDEX_ALIAS,
    environment,
    importRoot,
    elasticsearch,
    redis,
    session,

    /** Writes a file into the import folder. */
    async put(name: string, content: string | Buffer): Promise<string> {
      await writeFile(join(importRoot, name), content);
      return name;
    },
    enqueue: (payload: ImportFilePayload) => enqueueImport(session, 'import-file', payload),
    finished,

    /** Adds a job with records like a foreign producer, and waits for the end of its import. */
    async produce(records: object[], options: JobsOptions = {}): Promise<ImportEntry> {
      const { id } = await imports.add('upsert-records', { records }, options);
      for (;;) {
        const number = (await imports.getJob(id!))?.data.number;
        if (number) return finished(number);
        await pause(pollMs);
      }
    },

    /** Imports a file and waits for its end. */
    async import(name: string, content: string | Buffer, payload: Partial<ImportFilePayload> = {}) {
      await writeFile(join(importRoot, name), content);
      const id = await enqueueImport(session, 'import-file', { path: name, ...payload });
      return finished(id);
    },
    rejectsOf: async (id: number): Promise<Reject[]> =>
      Array.fromAsync(context.rejects.read(id, (await context.log.find(id))!.run)),

    /** Every record behind the alias, by id. */
    async records(): Promise<AuctionRecord[]> {
      const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
      if (!index) return [];
      const { hits } = await elasticsearch.search<AuctionRecord>({
        index,
        size: 10_000,
        sort: [{ id: 'asc' }],
      });
      return hits.hits.map((hit) => hit._source!);
    },

    /** Stops the worker first, so that nothing changes afterwards. */
    endWorker: async () => worker?.close(),
    async close() {
      await worker?.close();
      await imports.obliterate({ force: true });
      await imports.close();
      const indices = Object.keys(await elasticsearch.indices.get({ index: `${config.INDEX_ALIAS}-*` }));
      if (indices.length > 0) await elasticsearch.indices.delete({ index: indices });
      await services.close();
      await rm(importRoot, { recursive: true });
    },
  };
}

/** Lets the locks of workers that were killed or cut off expire at once, so that another takes over their jobs. */
export async function expireLocks({ redis, alias }: Pick<TestIngest, 'redis' | 'alias'>): Promise<void> {
  const locks = await redis.keys(`bull:${alias}-*:lock`);
  if (locks.length > 0) await redis.del(...locks);
}

/** Functions that import records as a file, beside those of the index or instead of them. */
export function recordImports(ingest: () => TestIngest) {
  const put = (name: string, records: readonly AuctionRecord[], payload: Partial<ImportFilePayload> = {}) =>
    ingest().import(`${name}.ndjson`, records.map((record) => JSON.stringify(record)).join('\n'), payload);
  const replaceBy = (name: string, records: readonly AuctionRecord[]) =>
    put(name, records, { mode: 'replace', min_records: 0 });
  return { put, replaceBy };
}
