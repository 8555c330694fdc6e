import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnfinished } from '../../../ingest/store/import-log.ts';
import { type FaultProxy, request, startFaultProxy } from '../../support/fault-proxy.ts';
import { expireLocks, startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { quickTakeover, startWorkerProcess } from '../../support/worker-process.ts';

let ingest: TestIngest;
let engine: FaultProxy;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  engine = await startFaultProxy(ingest.environment.ELASTICSEARCH_URL.split(',')[0]!);
});
afterAll(async () => {
  await ingest?.close();
  await engine?.close();
});

it('an import whose writes end every worker fails with that reason, and the next one completes', async () => {
  const enqueue = async (id: number) =>
    ingest.enqueue({ path: await ingest.put(`${id}.csv`, `id,title,gem_type\n${id},One,Ruby\n`) });
  const [poisoned, good] = [await enqueue(1), await enqueue(2)];
  engine.holdWhen(request('POST', new RegExp(`-write-${poisoned}-`)));
  const hasEnded = async () => !isUnfinished((await ingest.session.log.find(poisoned))!);
  let kills = 0;
  for (;;) {
    const settings = { ...ingest.environment, ...quickTakeover, ELASTICSEARCH_URL: engine.url };
    const worker = await startWorkerProcess(settings);
    while (engine.waiting() === 0 && !(await hasEnded())) await pause(20);
    if (await hasEnded()) {
      expect(await ingest.finished(good)).toMatchObject({ state: 'completed', indexed: 1 });
      await worker.kill('SIGTERM');
      break;
    }
    await worker.kill('SIGKILL');
    await expireLocks(ingest);
    expect(++kills).toBeLessThan(10);
    while (engine.waiting() > 0) await pause(20);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  expect(await ingest.finished(poisoned)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/its worker was killed, stopped or cut off from Redis \d times/),
  });
});
