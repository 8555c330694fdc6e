import { Queue } from 'bullmq';
import { expect, onTestFinished } from 'vitest';
import { importsQueueName } from '../../../ingest/queue/contract.ts';
import { isUnfinished } from '../../../ingest/store/import-log.ts';
import type { TestIngest } from '../start-ingest.ts';
import { isGenuine, type ScenarioLots } from './lots.ts';
import { expectComplete, readOutcome } from './outcome.ts';
import type { ScenarioRow } from './scenario-table.ts';
import { prepareService, type ScenarioService, type Servers } from './service.ts';
import { startStormReaders } from './storm/readers.ts';
import { startTally, type Tally } from './tally.ts';

/** Pause between two requests of one client, so that most CPU time is left to the service. */
const paceMs = 40;

/** A fault, and its effects on clients that the documentation allows. */
export interface Fault {
  name: string;
  /** Whether requests may be answered with 503. */
  unavailable?: boolean;
  /** Timeout of the API for Elasticsearch, if the fault needs a different one. */
  timeoutMs?: number;
  /** Begins the fault. */
  inject(service: ScenarioService): Promise<unknown>;
  /** Resolves when the effect of the fault has been observed. */
  observe?(service: ScenarioService, tally: Tally): Promise<unknown>;
  /** Ends the fault; resolves when everything is available again. */
  recover(service: ScenarioService): Promise<unknown>;
}

/**
 * Plays a fault under constant read load and a running import, until clients are served again and all imports have ended.
 * Then compares the responses with the documentation, and the data with the expected data.
 */
export async function playScenario(fault: Fault, servers: Servers, lots: ScenarioLots): Promise<ScenarioRow> {
  const service = await prepareService({ ...servers, timeoutMs: fault.timeoutMs });
  onTestFinished(service.close);
  const { ingest, apiUrl } = service;
  await service.startWorker();
  expect((await ingest.import('base.csv', lots.baseCsv)).state).toBe('completed');
  // The API is ready once an index exists.
  await service.startApi();
  const tally = startTally();
  const stopReading = startStormReaders(apiUrl, tally, paceMs, isGenuine);
  onTestFinished(stopReading);
  await tally.nextStreak();

  const fileId = await startImports(ingest, lots);
  const healthyAgainMs = await injectAndRecover(fault, service, tally).catch((error) => {
    // If a step fails, a wrong response explains the failure better.
    expect(tally.wrong.slice(0, 5)).toEqual([]);
    throw error;
  });
  await untilImported(ingest, lots);
  await stopReading();

  const outcome = await readOutcome(apiUrl, ingest, fileId);
  expectAllowed(fault, tally);
  expectComplete(outcome, lots);
  await expectNothingLeftOpen(service);
  return { fault: fault.name, tally, healthyAgainMs };
}

/** Starts the import of the file and the jobs of another producer; resolves when the import of the file runs. */
async function startImports(ingest: TestIngest, lots: ScenarioLots): Promise<number> {
  await ingest.put('lots.csv', lots.fileCsv);
  const id = await ingest.enqueue({ path: 'lots.csv' });
  const producer = new Queue(importsQueueName(ingest.alias), { connection: ingest.redis });
  producer.on('error', () => {});
  const jobs = lots.jobs.map((records, i) => ({ records, jobId: `from-elsewhere-${i}` }));
  for (const { records, jobId } of jobs) {
    // The job has one attempt, because an outage must not use up attempts.
    await producer.add('upsert-records', { records }, { jobId, attempts: 1 });
  }
  await producer.close();
  const state = async () => (await ingest.session.log.find(id))!.state;
  await expect.poll(state, { interval: 10 }).toBe('running');
  return id;
}

/** @returns the time from the beginning of the recovery until the service was healthy */
async function injectAndRecover(fault: Fault, service: ScenarioService, tally: Tally): Promise<number> {
  let recoveryBegan = 0;
  let recovering: Promise<unknown> | undefined;
  try {
    await fault.inject(service);
    await fault.observe?.(service, tally);
  } finally {
    recoveryBegan = performance.now();
    recovering = fault.recover(service);
  }
  const [healthyAgainMs] = await Promise.all([
    untilHealthy(service.apiUrl, tally, recoveryBegan),
    recovering,
  ]);
  return healthyAgainMs;
}

/** The time from `since` until clients were served again and `/readyz` said so. */
async function untilHealthy(apiUrl: string, tally: Tally, since: number): Promise<number> {
  const ready = expect
    .poll(async () => (await fetch(`${apiUrl}/readyz`).catch(() => undefined))?.status)
    .toBe(200)
    .then(() => performance.now());
  const moments = await Promise.all([tally.nextStreak(), ready]);
  return Math.max(...moments) - since;
}

/** Expects that all imports of the scenario have completed. */
async function untilImported({ session }: TestIngest, lots: ScenarioLots): Promise<void> {
  const enqueued = 2 + lots.jobs.length;
  const unfinished = async () => {
    const all = await session.log.list().catch(() => []);
    return all.length < enqueued ? all.length : all.filter(isUnfinished);
  };
  await expect.poll(unfinished).toEqual([]);
  const others = (await session.log.list()).filter(({ state }) => state !== 'completed');
  expect(others.map(({ id, state, reason }) => ({ id, state, reason }))).toEqual([]);
}

function expectAllowed({ unavailable }: Fault, tally: Tally): void {
  expect(tally.wrong.slice(0, 5)).toEqual([]);
  if (!unavailable) expect([...tally.reasons]).toEqual([]);
  expect(tally.counts.broken).toBe(0);
  expect(tally.counts[200] + tally.counts[304]).toBeGreaterThan(100);
}

/** Expects that no request is counted as in flight, and that no snapshot of an export is open. */
async function expectNothingLeftOpen({ apiUrl }: ScenarioService): Promise<void> {
  const inFlight = async () =>
    /^gem_api_requests_in_flight (\d+)/m.exec(await (await fetch(`${apiUrl}/metrics`)).text())?.[1];
  // The request for the metrics itself is one.
  await expect.poll(inFlight).toBe('1');
}
