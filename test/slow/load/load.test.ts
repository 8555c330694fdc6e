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
/** Maximum memory of each process under any load. */
const memoryLimitMb = { api: 768, worker: 640 };

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

describe('the service under a load that rises past saturation during imports', () => {
  it('an overloaded API sends only documented responses and breaks no connection', () => {
    for (const { undocumented, broken, statuses } of report.stages) {
      expect(undocumented).toEqual([]);
      expect(broken).toBe(0);
      expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
    }
  });

  it('imports complete while the API is overloaded', () => {
    expect(report.imports.length).toBeGreaterThan(0);
    for (const { state } of report.imports) expect(state).toBe('completed');
  });

  it('an overloaded API refuses excess requests, so that its queue does not grow with the load', () => {
    for (const { refusedPerS, waiting } of report.stages.slice(-2)) {
      expect(refusedPerS).toBeGreaterThan(0);
      // Without a limit, the requests of all connections would wait.
      expect(waiting).toBeLessThan(1.2 * maxInFlight);
    }
  });

  it('the memory of API and worker stays within its limits under overload and does not grow', () => {
    const samples = report.stages.flatMap((stage) => stage.samples);
    expect(Math.max(...samples.map(({ residentMb }) => residentMb))).toBeLessThan(memoryLimitMb.api);
    expect(memoryTrend(samples).growth).toBeLessThan(0.1);
    expect(report.recovery.after.liveHeapMb).toBeLessThan(1.5 * report.recovery.before.liveHeapMb);
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb.worker);
  });

  it('an overloaded API still answers health checks with 200', () => {
    for (const { healthStatus } of report.stages.flatMap(({ samples }) => samples))
      expect(healthStatus).toBe(200);
  });

  it('latency and event loop delay are back to normal within ten seconds after an overload', () => {
    expect(report.recovery.seconds).not.toBeNull();
  });
});
