import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Queue } from 'bullmq';
import { expect } from 'vitest';
import { importsQueueName } from '../../../../ingest/queue/contract.ts';
import { expandProfile } from '../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { type CliResult, runCli } from '../../run-cli.ts';
import {
  csvOf,
  externalColumns,
  externalProfile,
  fieldsOf,
  idsOf,
  keyOfRecord,
  ndjsonOf,
  numbers,
  startOf,
} from './lots.ts';
import type { ImportKind, PlannedImport } from './plan.ts';
import { listImports, patienceMs, type Stage } from './stage.ts';

/** Enqueues an import in the way of its kind, and retries until the service accepts it. */
export async function enqueue(planned: PlannedImport, stage: Stage): Promise<void> {
  stage.note(`import ${planned.key}: ${planned.kind}`);
  if (planned.kind === 'records of a producer') return produce(planned, stage);
  await writeFile(join(stage.service.ingest.importRoot, fileOf(planned)), contentOf(planned));
  const id = await enqueueFile(planned, stage);
  if (planned.kind === 'replace, cancelled') await cancel(id, planned, stage);
}

const endings: Partial<Record<ImportKind, string>> = { 'upsert ndjson.gz': 'ndjson.gz' };
const fileOf = ({ key, kind }: PlannedImport) => `storm-${key}.${endings[kind] ?? 'csv'}`;

function contentOf({ key, kind, lines }: PlannedImport): string | Buffer {
  if (kind === 'upsert ndjson.gz') return gzipSync(ndjsonOf(key, lines));
  if (kind === 'upsert with profile') return csvOf(key, lines, externalColumns, startOf(kind));
  return kind === 'delete' ? idsOf(key, lines) : csvOf(key, lines);
}

async function enqueueFile(planned: PlannedImport, stage: Stage): Promise<number> {
  // A command takes a second or two to start, so every other file goes straight to the queue.
  const id =
    planned.key % 2 === 0 ? await enqueueByCommand(planned, stage) : await enqueueJob(planned, stage);
  stage.note(`import ${planned.key} has the number ${id}`);
  return id;
}

async function enqueueByCommand(planned: PlannedImport, stage: Stage): Promise<number> {
  const { importRoot } = stage.service.ingest;
  const command = ['import', join(importRoot, fileOf(planned)), '--detach', '--json'];
  if (planned.kind.startsWith('replace')) command.push('--replace');
  if (planned.kind === 'delete') command.push('--delete');
  if (planned.kind === 'upsert with profile') {
    const profile = join(importRoot, 'storm-profile.yaml');
    // JSON is valid YAML.
    await writeFile(profile, JSON.stringify(externalProfile));
    command.push('--profile', profile);
  }
  return JSON.parse((await repeat(command, stage)).stdout).id;
}

async function enqueueJob(planned: PlannedImport, { service }: Stage): Promise<number> {
  const mode = (/^(replace|delete)/.exec(planned.kind)?.[0] ?? 'upsert') as 'upsert' | 'replace' | 'delete';
  const profile = planned.kind === 'upsert with profile' && (expandProfile(externalProfile) as Profile);
  const payload = { path: fileOf(planned), mode, ...(profile && { profile }) };
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await service.ingest.enqueue(payload);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(500);
    }
  }
}

/** Repeats a command until it succeeds. Each failure must have a message instead of a stack trace. */
async function repeat(
  command: string[],
  { service, wrongWords }: Stage,
  isEnd: (result: CliResult) => boolean = () => false,
): Promise<CliResult> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const result = await runCli(command, service.ingest.environment);
    if (result.code === 0 || isEnd(result)) return result;
    if (result.code !== 1 || /^\s+at /m.test(result.stderr)) {
      wrongWords.push(`gem-auctions ${command.join(' ')} → ${result.code}: ${result.stderr}`);
    }
    expect(performance.now(), `gem-auctions ${command.join(' ')}: ${result.stderr}`).toBeLessThan(deadline);
    await pause(500);
  }
}

/** Cancels a running import, unless it has ended already. */
async function cancel(id: number, { key }: PlannedImport, stage: Stage): Promise<void> {
  const { ingest } = stage.service;
  const hasBegun = async () =>
    (await ingest.session.log.find(id).catch(() => undefined))?.state !== 'waiting';
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline && !(await hasBegun())) await pause(50);
  const { code, stderr } = await repeat(['cancel', String(id), '--json'], stage, (result) =>
    result.stderr.includes('can no longer be cancelled'),
  );
  stage.note(`import ${key} ${code === 0 ? 'cancelled' : `not cancelled: ${stderr.trim()}`}`);
}

/**
 * Enqueues a job like another producer: without an import number, and again if the queue loses it before a worker has
 * logged it.
 */
async function produce({ key, lines }: PlannedImport, stage: Stage): Promise<void> {
  const { ingest } = stage.service;
  const producer = new Queue(importsQueueName(ingest.alias), { connection: ingest.redis });
  producer.on('error', () => {});
  const records = numbers(lines).map((n) => fieldsOf(key, n));
  const deadline = performance.now() + patienceMs;
  while (!(await isEntered(key, stage))) {
    expect(performance.now(), `job ${key} is not entered`).toBeLessThan(deadline);
    // The job has one attempt, because an outage must not use up attempts.
    await producer
      .add('upsert-records', { records }, { jobId: `producer-${key}`, attempts: 1 })
      .catch(() => undefined);
    await pause(500);
  }
  await producer.close();
}

async function isEntered(key: number, stage: Stage): Promise<boolean> {
  const keys = await Promise.all((await listImports(stage)).map((entry) => keyOf(entry, stage)));
  return keys.includes(key);
}

/** Finds the planned import for an import of the log. */
export async function keyOf(
  { id, source }: { id: number; source: string },
  { service }: Pick<Stage, 'service'>,
): Promise<number | undefined> {
  const [, fromName] = /storm-(\d+)\./.exec(source) ?? [];
  if (fromName) return Number(fromName);
  const job = (await service.ingest.session.log.find(id).catch(() => undefined))?.job;
  return job?.name === 'upsert-records'
    ? keyOfRecord(job.payload.records[0] as Record<string, unknown>)
    : undefined;
}
