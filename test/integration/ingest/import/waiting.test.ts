import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { startWorker } from '../../../../ingest/start-worker.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const header = 'id,title,gem_type\n';
const lots = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1},Lot ${i},Ruby\n`).join('');

let ingest: TestIngest;
const logLines: Record<string, unknown>[] = [];
let endWorker: () => Promise<void>;

beforeAll(async () => {
  // Nothing listens there.
  ingest = await startIngest({ worker: false, settings: { S3_ENDPOINT: 'http://127.0.0.1:9' } });
  await ingest.put('lots.csv', header + lots(3));
});
afterAll(async () => {
  await endWorker?.();
  await ingest?.close();
});

const run = (...args: string[]) => runCommand(args, ingest.environment);
const entryOf = async (id: number) => (await ingest.session.log.find(id))!;
const shownAs = async (id: number) => JSON.parse((await run('imports', String(id), '--json')).stdout);
/** Waits until the log says that the source of an import cannot be read. */
const unreadable = (id: number) => expect.poll(async () => (await entryOf(id)).source_outage).toBeTruthy();

/** Makes the source of an import unreadable for longer than the limit, until the import has ended. */
async function exceedLimit(id: number): Promise<void> {
  for (;;) {
    const { state, source_outage } = await entryOf(id);
    if (state !== 'running') return;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    if (source_outage && source_outage.since > since) {
      // A worker that has just read the time of the outage may still write it back.
      await ingest.session.log.change(id, ['running'], { source_outage: { ...source_outage, since } });
    }
    await pause(20);
  }
}

describe('imports that wait', () => {
  it('an import without a worker says so', async () => {
    const id = await ingest.enqueue({ path: 'lots.csv' });
    expect(await shownAs(id)).toMatchObject({ state: 'waiting', waits_for: { kind: 'worker' } });
    expect((await run('imports')).stdout).toContain('lots.csv (waits for a worker; start one with');

    const services = openServices(readIngestConfig(ingest.environment));
    const logger = pino({ level: 'info' }, { write: (line) => logLines.push(JSON.parse(line)) });
    const worker = await startWorker(services, logger);
    endWorker = async () => {
      await worker.close();
      await services.close();
    };
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
    expect(await shownAs(id)).not.toHaveProperty('waits_for');
  });

  it('a worker logs one line at the start, at each phase and at the end of an import', async () => {
    const done = await ingest.import('phases.csv', header + lots(3));
    const failed = await ingest.import('bad.csv', 'titel\na\n');
    const linesOf = (id: number) => logLines.filter((line) => line.import === id);
    await expect.poll(() => linesOf(failed.id)).toHaveLength(2);
    expect(linesOf(done.id)).toMatchObject([
      { msg: 'import started', mode: 'upsert', source: 'phases.csv' },
      { msg: 'import planned', records: 3, batches: 1 },
      { msg: 'import is being published', read: 3, indexed: 3, superseded: 0, rejected: 0 },
      { msg: 'import completed', read: 3, data_version: done.data_version },
    ]);
    expect(linesOf(failed.id)).toMatchObject([
      { msg: 'import started' },
      { msg: 'import failed', reason: failed.reason },
    ]);
  });

  it('an import whose store is away waits with the reason, and others run or say that they wait for it', async () => {
    // More than a worker processes at once.
    const ids = [];
    for (const name of 'abcde') ids.push(await ingest.enqueue({ path: `s3://lots/${name}.csv` }));
    const [id] = ids as [number, ...number[]];
    await unreadable(ids.at(-1)!);
    expect(await shownAs(id)).toMatchObject({
      state: 'running',
      waits_for: {
        kind: 'source',
        reason: 'The S3 store at http://127.0.0.1:9 cannot be reached: ECONNREFUSED.',
        since: expect.any(String),
        next_try_at: expect.any(String),
      },
    });
    expect((await run('imports', String(id))).stdout).toMatch(
      /waits for its source since \d\d:\d\d UTC, next try in \d+ s: The S3 store at .* cannot be reached/,
    );
    expect(await ingest.import('other.csv', header + lots(3))).toMatchObject({ state: 'completed' });

    const replacement = await ingest.enqueue({ path: 'lots.csv', mode: 'replace' });
    expect(await shownAs(replacement)).toMatchObject({ waits_for: { kind: 'import', import: id } });
    expect((await run('imports')).stdout).toContain(`lots.csv (waits for import ${id})`);

    for (const one of ids) await exceedLimit(one);
    for (const one of ids) {
      const { state, reason } = await ingest.finished(one);
      expect([state, reason]).toEqual(['failed', expect.stringContaining('unreadable since')]);
      expect(reason).toContain(
        `cannot be reached: ECONNREFUSED. Remove the cause, then run gem-auctions retry ${one}.`,
      );
    }
    expect(await ingest.finished(replacement)).toMatchObject({ state: 'completed' });
  });

  it.each(['planning', 'its batches'])(
    'an import fails when its file stays unreadable during %s, and retry resumes it',
    async (phase) => {
      const { batches, log } = ingest.session;
      const move = (away: boolean) => {
        const paths = [ingest.importRoot, `${ingest.importRoot}-away`] as const;
        return away ? rename(...paths) : rename(paths[1], paths[0]);
      };
      await ingest.put('away.csv', header + lots(1_500));
      await batches.pause();
      if (phase === 'planning') await move(true);
      const id = await ingest.enqueue({ path: 'away.csv' });
      if (phase !== 'planning') {
        await expect.poll(async () => (await log.find(id))?.planned).toBeTruthy();
        await move(true);
      }
      await batches.resume();
      await unreadable(id);
      await exceedLimit(id);
      expect(await ingest.finished(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(
          /unreadable since .*IMPORT_ROOT .* cannot be read: ENOENT\. Remove the cause/,
        ),
      });
      await move(false);
      const retried = await run('retry', String(id), '--json');
      expect(JSON.parse(retried.stdout)).toMatchObject({ state: 'completed', read: 1_500, indexed: 1_500 });
    },
  );
});
