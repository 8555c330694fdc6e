import { appendFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { isUnfinished } from '../../../../ingest/store/import-log.ts';
import type { Stack } from '../../../../local/start-stack.ts';
import { runCli } from '../../run-cli.ts';
import { prepareRedundantService } from '../redundant-service.ts';
import { startTally } from '../tally.ts';
import { runLane } from './faults.ts';
import { enqueue } from './imports.ts';
import { isGenuine } from './lots.ts';
import { modelOf } from './model.ts';
import type { Phase, PlannedImport, StormPlan } from './plan.ts';
import { startStormReaders } from './readers.ts';
import { listImports, patienceMs, type Stage } from './stage.ts';
import { expectEnded, expectNothingLeft, expectShown, readImports } from './verify.ts';

/** Delay of each request of the workers to Elasticsearch, so that faults hit all steps of an import. */
const slowedByMs = 40;

/** What the API logs of an error for which it has no answer. */
const unexpected = 'failed unexpectedly';

/**
 * Plays mixed imports under random faults, with readers at both APIs. At the end, the data must equal those of a plain
 * model, the counts of each import must add up, and nothing may be left over.
 */
export async function playStorm(plan: StormPlan, stack: Stack): Promise<void> {
  const service = await prepareRedundantService(stack);
  onTestFinished(service.close);
  const lines: string[] = [];
  const began = performance.now();
  const note = (line: string) => {
    lines.push(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} ${line}`);
    if (process.env.FAULTS_KEEP_DIR) {
      appendFileSync(join(process.env.FAULTS_KEEP_DIR, `storm-${plan.seed}.log`), `${lines.at(-1)}\n`);
    }
  };
  const stage: Stage = { plan, stack, service, note, wrongWords: [] };
  try {
    await play(stage);
  } catch (error) {
    const failures = service.parts.flatMap((part) => part.log()).filter((line) => line.includes(unexpected));
    const facts = [...lines, await describeImports(stage), ...failures];
    console.log(`Storm ${plan.seed}\n${facts.join('\n')}`);
    await keepLogs(stage);
    throw error;
  }
  console.log(`Storm ${plan.seed}\n${lines.join('\n')}`);
}

async function play(stage: Stage): Promise<void> {
  const { plan, service } = stage;
  await Promise.all(service.workers.map((worker) => worker.start()));
  await enqueue(plan.base, stage);
  await untilEnded(stage);
  await Promise.all(service.apis.map((api) => api.start()));
  for (const { toElasticsearch } of service.workers) toElasticsearch.delay(slowedByMs);

  const tally = startTally();
  const endReading = service.apis.map(({ url }) =>
    startStormReaders(url, tally, plan.readEveryMs, isGenuine),
  );
  const stopReading = async () => void (await Promise.all(endReading.map((end) => end())));
  onTestFinished(stopReading);

  const planned = [plan.base];
  const rollbacks: number[] = [];
  for (const phase of plan.phases) {
    await playPhase(phase, stage);
    planned.push(...phase.imports);
    await untilEnded(stage);
    await verify(planned, rollbacks, stage);
    expect(tally.wrong.slice(0, 5)).toEqual([]);
    rollbacks.push(await rollBack(planned, rollbacks, stage));
    const imports = await readImports(planned, stage);
    await expectShown(modelOf(imports, rollbacks), stage);
  }
  await stopReading();
  expect(stage.wrongWords).toEqual([]);
  expect(tally.wrong.slice(0, 5)).toEqual([]);
  expect(tally.counts[200]).toBeGreaterThan(100);
  stage.note(`readers saw ${JSON.stringify(tally.counts)}`);
}

/** Enqueues the imports one after the other, spread over the faults; ends after the last recovery. */
async function playPhase({ imports, lanes }: Phase, stage: Stage): Promise<void> {
  const faults = lanes.flat().length;
  let struck = 0;
  const enqueueAll = async () => {
    for (const [i, planned] of imports.entries()) {
      while (struck < Math.floor((i * faults) / imports.length)) await pause(50);
      await enqueue(planned, stage);
    }
  };
  const onInject = () => {
    struck++;
  };
  await Promise.all([enqueueAll(), ...lanes.map((lane) => runLane(lane, stage, onInject))]);
}

async function untilEnded(stage: Stage): Promise<void> {
  const unfinished = async () => {
    const all = await listImports(stage);
    return all.length === 0
      ? 'the log cannot be read'
      : all.filter(isUnfinished).map(({ id, state }) => ({ id, state }));
  };
  await expect.poll(unfinished, { timeout: patienceMs, interval: 1_000 }).toEqual([]);
  stage.note('all imports have ended');
}

async function verify(planned: PlannedImport[], rollbacks: number[], stage: Stage): Promise<void> {
  const imports = await readImports(planned, stage);
  expectEnded(imports);
  const expected = modelOf(imports, rollbacks);
  await expectShown(expected, stage);
  await expectNothingLeft(imports, expected, stage);
}

/**
 * Rolls back to the index that was live before.
 * @returns the number of the last import before it
 */
async function rollBack(planned: PlannedImport[], rollbacks: number[], stage: Stage): Promise<number> {
  const imports = await readImports(planned, stage);
  const last = Math.max(...imports.map(({ entry }) => entry.id));
  const { alias, environment } = stage.service.ingest;
  const { code, stdout, stderr } = await runCli(['rollback', '--json'], environment);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { to } = JSON.parse(stdout);
  expect(to).toBe(`${alias}-records-${modelOf(imports, [...rollbacks, last]).live}`);
  stage.note(`rolled back to ${to}`);
  return last;
}

async function describeImports(stage: Stage): Promise<string> {
  const aliases = await stage.service.ingest.elasticsearch.indices
    .getAlias({ index: `${stage.service.ingest.alias}-*`, expand_wildcards: 'all' })
    .catch(() => ({}));
  const imports = (await listImports(stage)).map(
    ({ id, state, mode, source, index, read, indexed, superseded, rejected, reason }) =>
      JSON.stringify({ id, state, mode, source, index, read, indexed, superseded, rejected, reason }),
  );
  return [...imports, JSON.stringify(aliases)].join('\n');
}

/** Keeps the logs of the processes where `FAULTS_KEEP_DIR` says, if it is set. */
async function keepLogs({ plan, service }: Stage): Promise<void> {
  if (!process.env.FAULTS_KEEP_DIR) return;
  const dir = join(process.env.FAULTS_KEEP_DIR, `storm-${plan.seed}`);
  await mkdir(dir, { recursive: true });
  for (const part of service.parts) {
    await writeFile(join(dir, `${part.name.replace(' ', '-')}.log`), part.log().join('\n'));
  }
}
