import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { sampleIds } from '../../../../mappings/sample-ids.ts';
import { request } from '../../../support/fault-proxy.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startRescuer, startStalledWorker } from '../../../support/stalled-worker.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const csv = (ids: Iterable<number>, title = 'a') =>
  `id,title,gem_type\n${[...ids].map((id) => `${id},${title},Ruby`).join('\n')}\n`;

describe('new and replaced records', () => {
  let ingest: TestIngest;
  beforeAll(async () => {
    ingest = await startIngest();
  });
  afterAll(() => ingest?.close());

  it('an import tells new records from replaced ones, in the log, in JSON and as text', async () => {
    expect(await ingest.import('first.csv', csv(range(1, 30)))).toMatchObject({
      ...{ indexed: 30, new: 30, replaced: 0 },
    });
    const { id, ...second } = await ingest.import('second.csv', csv([...range(21, 40), 40]));
    expect(second).toMatchObject({ indexed: 20, new: 10, replaced: 10, superseded: 1 });
    // Whoever wrote a record first stays known when it is written again.
    expect(await ingest.import('third.csv', csv(range(1, 40)))).toMatchObject({ new: 0, replaced: 40 });
    const show = (...more: string[]) => runCommand(['imports', String(id), ...more], ingest.environment);
    expect(JSON.parse((await show('--json')).stdout)).toMatchObject({ new: 10, replaced: 10 });
    expect((await show()).stdout).toContain(
      '21 records read = 20 indexed (10 new, 10 replaced) + 1 superseded + 0 rejected',
    );
  });

  it('a replacement compares with the data that it replaces, and a deleted record is new again', async () => {
    const entry = await ingest.import('all.csv', csv(range(31, 60)), { mode: 'replace' });
    expect(entry).toMatchObject({ indexed: 30, new: 20, replaced: 10 });
    await ingest.import('gone.csv', 'id\n31\n32\n', { mode: 'delete' });
    expect(await ingest.import('back.csv', csv(range(31, 33)))).toMatchObject({ new: 2, replaced: 1 });
  });

  it('a dry run tells superseded rows, and with a service at hand new and replaced records', async () => {
    const path = `${ingest.importRoot}/dry.csv`;
    await ingest.put('dry.csv', csv([60, 61, 62, 61]));
    const totals = async (settings = {}) => {
      const environment = { ...ingest.environment, ...settings };
      const { stdout } = await runCommand(['import', path, '--dry-run', '--json'], environment);
      return JSON.parse(stdout);
    };
    expect(await totals()).toMatchObject({ indexed: 3, superseded: 1, new: 2, replaced: 1 });
    const away = await totals({ ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ indexed: 3, superseded: 1 });
    expect(away).not.toHaveProperty('new');
  });
});

it('new and replaced records are exact when the worker is lost between two batches', async () => {
  const ingest = await startIngest({ worker: false });
  const batches = /-write-.*\/_bulk/;
  let bulks = 0;
  const stalled = await startStalledWorker(ingest, (text) => {
    if (!request('POST', batches)(text)) return false;
    // Two batches of the first import, and one of the second.
    return ++bulks === 4;
  });
  await ingest.finished(await ingest.enqueue({ path: await ingest.put('a.csv', csv(range(1, 1_500))) }));
  const id = await ingest.enqueue({ path: await ingest.put('b.csv', csv(range(501, 3_500))) });
  await stalled.stalled;
  await startRescuer(ingest.environment);
  expect(await ingest.finished(id)).toMatchObject({ indexed: 3_000, new: 2_000, replaced: 1_000 });
  await stalled.wakeUp();
  await ingest.close();
});

describe('records of other lots', () => {
  const profile: Profile = {
    name: 'house',
    identity: { columns: ['lot'] },
    fields: { title: { column: 'what' }, auction_date: { column: 'day' }, gem_type: { value: 'Ruby' } },
  };
  const sale = (day: string, lots: number[], title = 'Ring') =>
    `lot,what,day\n${lots.map((lot) => `${lot},${title} of ${day} ${lot},${day}`).join('\n')}\n`;

  it('an upsert by a profile stops before the sixth record of another title and date, and goes on when confirmed', async () => {
    const ingest = await startIngest();
    await ingest.import('may.csv', sale('2020-05-12', range(1, 20)), { profile });
    // The same sale with other titles, and five lots of another one.
    const corrected = await ingest.import('may.csv', sale('2020-05-12', range(1, 20), 'Rings'), { profile });
    expect(corrected).toMatchObject({ state: 'completed', replaced: 20 });
    expect(await ingest.import('few.csv', sale('2021-05-12', range(1, 5)), { profile })).toMatchObject({
      ...{ state: 'completed', replaced: 5 },
    });

    const stopped = await ingest.import('june.csv', sale('2022-06-01', range(6, 11)), { profile });
    expect(stopped).toMatchObject({ state: 'failed', indexed: 0 });
    for (const lot of range(6, 11)) {
      expect(stopped.reason).toContain(
        `"Rings of 2020-05-12 ${lot}" of 2020-05-12 by "Ring of 2022-06-01 ${lot}" of 2022-06-01 (line ${lot - 4})`,
      );
    }
    const retry = (...more: string[]) =>
      runCommand(['retry', String(stopped.id), '--json', ...more], ingest.environment);
    expect(JSON.parse((await retry()).stdout)).toMatchObject({ state: 'failed' });
    expect(JSON.parse((await retry('--confirm-replaced')).stdout)).toMatchObject({
      ...{ state: 'completed', indexed: 6, new: 0, replaced: 6 },
    });
    await ingest.close();
  });
});

describe('the sample', () => {
  const lot = (id: number, synthetic: boolean) => `${id},Lot ${id},Ruby,${synthetic}`;
  const sample = [
    'id,title,gem_type,is_synthetic',
    ...range(1, 3).map((i) => lot(sampleIds.first + i, false)),
    ...range(1, 40).map((i) => lot(sampleIds.first + 1_000_000 + i, true)),
  ].join('\n');

  it.each([
    [false, 4],
    [true, 44],
  ])(
    'the first import of own lots removes the synthetic ones, unless they are to be kept: %s',
    async (keep_samples, left) => {
      const ingest = await startIngest();
      await ingest.import('sample.csv', sample, { keep_samples: true });
      // The sample itself removes nothing.
      expect(await ingest.import('sample.csv', sample)).not.toHaveProperty('samples_removed');
      const { id } = await ingest.import('own.csv', csv([1]), { keep_samples });
      expect(await ingest.records()).toHaveLength(left);
      const { stdout } = await runCommand(['imports', String(id)], ingest.environment);
      const told =
        'The 40 sample lots were removed. The notable sales stay; `gem-auctions samples remove` removes them too.';
      expect(stdout.includes(told)).toBe(!keep_samples);
      await ingest.close();
    },
  );
});
