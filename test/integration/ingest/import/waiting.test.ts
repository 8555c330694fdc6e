import { rename } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { startWorker } from '../../../../ingest/start-worker.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const lots = `id,title,gem_type\n${[1, 2, 3].map((id) => `${id},Lot ${id},Ruby\n`).join('')}`;

let ingest: TestIngest;
const logLines: Record<string, unknown>[] = [];
let endWorker: () => Promise<void>;

beforeAll(async () => {
  // Nothing listens there.
  const settings = { S3_ENDPOINT: 'http://127.0.0.1:9', SOURCE_TIMEOUT_S: '3' };
  ingest = await startIngest({ worker: false, settings });
  await ingest.put('lots.csv', lots);
});
afterAll(async () => {
  await endWorker?.();
  await ingest?.close();
});

const run = (...args: string[]) => runCommand(args, ingest.environment);
const shownAs = async (id: number) => JSON.parse((await run('imports', String(id), '--json')).stdout);
/** Waits until the log says that the source of an import cannot be read. */
const unreadable = (id: number) =>
  expect.poll(async () => (await ingest.session.log.find(id))?.source_outage).toBeTruthy();

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

it('an import whose store is away waits with the reason and fails at the limit; a later one says that it waits for it', async () => {
  const id = await ingest.enqueue({ path: 's3://lots/a.csv' });
  const replacement = await ingest.enqueue({ path: 'lots.csv', mode: 'replace' });
  await unreadable(id);
  const [away, later] = [await shownAs(id), await shownAs(replacement)];
  expect(away.waits_for).toMatchObject({
    kind: 'source',
    reason: 'The S3 store at http://127.0.0.1:9 cannot be reached: ECONNREFUSED.',
    since: expect.any(String),
    next_try_at: expect.any(String),
  });
  expect(later).toMatchObject({ waits_for: { kind: 'import', import: id } });
  const { state, reason } = await ingest.finished(id);
  expect([state, reason]).toEqual(['failed', expect.stringContaining('unreadable since')]);
  expect(reason).toContain(
    `cannot be reached: ECONNREFUSED. Remove the cause, then run gem-auctions retry ${id}.`,
  );
  expect(await ingest.finished(replacement)).toMatchObject({ state: 'completed' });
});

it('an import waits while IMPORT_ROOT is missing, fails at the limit, and a retry completes it', async () => {
  const away = `${ingest.importRoot}-away`;
  await rename(ingest.importRoot, away);
  const short = await ingest.enqueue({ path: 'lots.csv' });
  await unreadable(short);
  await rename(away, ingest.importRoot);
  expect(await ingest.finished(short)).toMatchObject({ state: 'completed', indexed: 3 });

  await rename(ingest.importRoot, away);
  const long = await ingest.enqueue({ path: 'lots.csv' });
  const reason = /unreadable since .*IMPORT_ROOT .* cannot be read: ENOENT\. Remove the cause/;
  expect(await ingest.finished(long)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(reason),
  });
  await rename(away, ingest.importRoot);
  const retried = await run('retry', String(long), '--json');
  expect(JSON.parse(retried.stdout)).toMatchObject({ state: 'completed', read: 3, indexed: 3 });
});

it('a retried import keeps its number, so that it does not overwrite later data', async () => {
  const { id } = await ingest.import('late.csv', 'titel\n');
  await ingest.import('newer.csv', 'id,title,gem_type\n1,Newer,Ruby\n');
  await ingest.put('late.csv', lots);
  const retried = JSON.parse((await run('retry', String(id), '--json')).stdout);
  expect(retried).toMatchObject({ id, run: 2, state: 'completed', read: 3, indexed: 2, superseded: 1 });
  expect((await ingest.records())[0]).toMatchObject({ id: 1, title: 'Newer' });
  expect((await run('retry', String(id))).stderr).toMatch(/is completed; only a failed or cancelled import/);
});
