import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSyntheticCsv } from '../../../local/samples/synthetic-lots.ts';
import type { ApiProcess } from '../../support/api-process.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.ts';
import type { LoadTarget } from './load-target.ts';
import { memoryTrend } from './memory-trend.ts';
import { type LoadReport, maxInFlight, runLoad } from './run-load.ts';
import { showReport } from './show-report.ts';
import { startTarget } from './start-target.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 180);
/** What a process may take, whatever is asked of it. */
const memoryLimitMb = { api: 768, worker: 300 };

let ingest: TestIngest;
let worker: WorkerProcess;
let api: ApiProcess & LoadTarget;
let report: LoadReport;

beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  worker = await startWorkerProcess(ingest.environment, (child) => child);
  await writeSyntheticCsv(join(ingest.importRoot, 'lots.csv'), 30_000);
  await ingest.finished(await ingest.enqueue({ path: 'lots.csv' }));
  api = await startTarget(ingest.alias, (child) => child);
  report = await runLoad(api, ingest, seconds);
  console.log(showReport(report, worker.peakMb()));
});
afterAll(async () => {
  await api?.stop();
  await worker?.kill('SIGTERM');
  await ingest?.close();
});

describe('under a load that is ramped past saturation while imports run, the service', () => {
  it('gives no answer that is not documented, and breaks no connection', () => {
    for (const { undocumented, broken, statuses } of report.stages) {
      expect(undocumented).toEqual([]);
      expect(broken).toBe(0);
      expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
    }
  });

  it('goes on importing', () => {
    expect(report.imports.length).toBeGreaterThan(0);
    for (const { state } of report.imports) expect(state).toBe('completed');
  });

  it('refuses what is too much, so that no more requests wait when twice as much is asked for', () => {
    for (const { refusedPerS, waiting } of report.stages.slice(-2)) {
      expect(refusedPerS).toBeGreaterThan(0);
      // Without a bound all connections would.
      expect(waiting).toBeLessThan(1.2 * maxInFlight);
    }
  });

  it('keeps the API and the worker within their memory, which does not grow', () => {
    const samples = report.stages.flatMap((stage) => stage.samples);
    expect(Math.max(...samples.map(({ residentMb }) => residentMb))).toBeLessThan(memoryLimitMb.api);
    expect(memoryTrend(samples).growth).toBeLessThan(0.1);
    expect(report.recovery.after.liveHeapMb).toBeLessThan(1.5 * report.recovery.before.liveHeapMb);
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb.worker);
  });

  it('answers health checks all the time', () => {
    for (const { healthStatus } of report.stages.flatMap(({ samples }) => samples))
      expect(healthStatus).toBe(200);
  });

  it('is as before within ten seconds', () => {
    expect(report.recovery.seconds).not.toBeNull();
  });
});
