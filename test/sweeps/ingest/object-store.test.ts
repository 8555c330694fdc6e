import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  canRunObjectStore,
  startObjectStore,
  type TestStore,
} from '../../support/object-store/start-object-store.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

describe.skipIf(!canRunObjectStore())('two workers without a shared disk', () => {
  const records = 6_000;
  /** Lots in which every 500th line is invalid, some ids repeat, and some titles span two lines. */
  const mixed = `id,title,gem_type,lot_number\n${Array.from({ length: records - 1 }, (_, i) => {
    const id = (i + 1) % 97 === 0 ? 1 : i + 1;
    if (i % 500 === 499) return `${id},,Ruby,${i}`;
    return i % 3 === 0 ? `${id},"Lot ${i % 30}\nin two lines",rubis,${i}` : `${id},Lot ${i % 30},spinel,${i}`;
  }).join('\n')}\n`;

  let store: TestStore;
  let ingest: TestIngest;
  let otherRoot: string;
  let undisturbed: Awaited<ReturnType<typeof outcome>>;
  beforeAll(async () => {
    store = await startObjectStore();
    const calm = await startIngest();
    undisturbed = await outcome(calm, (await calm.import('lots.csv', mixed)).id);
    await calm.close();
    ingest = await startIngest({ worker: false, settings: store.settings });
    otherRoot = await mkdtemp(join(tmpdir(), 'other-machine-'));
  });
  afterAll(async () => {
    await ingest?.close();
    await store?.close();
    await rm(otherRoot, { recursive: true });
  });

  async function outcome(from: TestIngest, id: number) {
    const { read, indexed, superseded, rejected } = (await from.session.log.find(id))!;
    return {
      counts: { read, indexed, superseded, rejected },
      records: (await from.records()).map(({ import: _, updated_at: _time, ...record }) => record),
      rejects: (await from.rejectsOf(id)).map(({ line, code, raw }) => ({ line, code, raw })),
    };
  }

  it.each<[string, string | Buffer]>([
    ['lots.csv', mixed],
    ['lots.csv.gz', gzipSync(mixed)],
  ])(
    'two workers without a shared disk import %s like a single worker, even if one is killed twice',
    async (key, content) => {
      const path = await store.put(key, content);
      const steady = await startWorkerProcess(ingest.environment);
      const startVictim = () => startWorkerProcess({ ...ingest.environment, IMPORT_ROOT: otherRoot });
      const victims = [await startVictim()];
      const id = await ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1, min_records: 0 });
      for (let kills = 0; kills < 2; kills++) {
        if (kills > 0) victims.push(await startVictim());
        while (
          (await ingest.session.batches.getActiveCount()) === 0 &&
          (await ingest.session.log.find(id))!.state !== 'completed'
        ) {
          await pause(5);
        }
        await victims.at(-1)!.kill('SIGKILL');
      }
      expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
      expect(await outcome(ingest, id)).toEqual(undisturbed);
      await steady.kill('SIGTERM');
    },
  );
});
