import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

const records = 9_000;

/** Lots in which every 500th line is invalid, some ids repeat, and some titles span two lines. */
function lots(): string {
  const lines = Array.from({ length: records }, (_, i) => {
    const id = i % 97 === 0 ? 1 : i;
    if (i % 500 === 499) return `${id},,Ruby`;
    return i % 3 === 0 ? `${id},"Lot ${i}\nin two lines",rubis` : `${id},Lot ${i},spinel`;
  });
  return `id,title,gem_type\n${lines.slice(1).join('\n')}\n`;
}

const withoutImport = (all: AuctionRecord[]) =>
  all.map(({ import: _, updated_at: _time, ...record }) => record);

let undisturbed: { all: object[]; rejects: object[]; counts: object };
let ingest: TestIngest;

beforeAll(async () => {
  const calm = await startIngest();
  undisturbed = await outcome(calm, (await calm.import('lots.csv', lots())).id);
  await calm.close();
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest.close());

async function outcome(from: TestIngest, id: number) {
  const { read, indexed, superseded, rejected } = (await from.session.log.find(id))!;
  return {
    all: withoutImport(await from.records()),
    rejects: await Promise.all(
      (await from.rejectsOf(id)).map(({ line, code, raw }) => ({ line, code, raw })),
    ),
    counts: { read, indexed, superseded, rejected },
  };
}

describe('workers that end during an import', () => {
  it('an import whose worker is killed three times has the records, rejects and counts of an undisturbed import', async () => {
    await ingest.put('lots.csv', lots());
    const steady = await startWorkerProcess(ingest.environment);
    let victim = await startWorkerProcess(ingest.environment);
    const id = await ingest.enqueue({ path: 'lots.csv' });

    const { batches } = ingest.session;
    for (let kills = 0; kills < 3; kills++) {
      // The victim is killed while batches are active.
      while (
        (await batches.getActiveCount()) === 0 &&
        (await ingest.session.log.find(id))!.state !== 'completed'
      ) {
        await pause(5);
      }
      await victim.kill('SIGKILL');
      victim = await startWorkerProcess(ingest.environment);
    }
    const entry = await ingest.finished(id);
    await steady.kill('SIGTERM');
    await victim.kill('SIGTERM');

    expect(entry.state).toBe('completed');
    expect(entry.read).toBe(entry.indexed + entry.superseded + entry.rejected);
    expect(await outcome(ingest, id)).toEqual(undisturbed);
  });

  it('a worker that gets SIGTERM returns its batches and exits with 0, and another worker finishes the import', async () => {
    await ingest.put('again.csv', lots());
    const first = await startWorkerProcess(ingest.environment);
    const id = await ingest.enqueue({ path: 'again.csv' });
    while ((await ingest.session.batches.getActiveCount()) === 0) await pause(5);
    // Exit code 1 would mean that it exceeded its own time limit for stopping.
    expect(await first.kill('SIGTERM')).toBe(0);

    const second = await startWorkerProcess(ingest.environment);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
    await second.kill('SIGTERM');
    expect(await outcome(ingest, id)).toEqual(undisturbed);
  });
});
