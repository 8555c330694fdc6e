import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { startWorker, type WorkerOptions } from '../../../../ingest/start-worker.ts';
import type { ImportEntry } from '../../../../ingest/store/import-entry.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { makeCertificates } from '../../../support/access/certificates.ts';
import { formsOf } from '../../../support/access/forms-of-secrets.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import {
  canRunObjectStore,
  startObjectStore,
  type TestStore,
} from '../../../support/object-store/start-object-store.ts';
import { type CliResult, runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';
import { startWorkerProcess } from '../../../support/worker-process.ts';

/** The number identifies the lot. There are few titles, because each import suggests all of them. */
const header = 'id,title,gem_type,lot_number\n';
const lots = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${from + i},Lot ${i % 20},Ruby,${from + i}\n`).join('');
/** Records of two batches. */
const twoBatches = 1_100;

let store: TestStore;
beforeAll(async () => {
  if (canRunObjectStore()) store = await startObjectStore();
});
afterAll(() => store?.close());

describe.skipIf(!canRunObjectStore())('imports from an object store', () => {
  let proxy: FaultProxy;
  let ingest: TestIngest;
  beforeAll(async () => {
    proxy = await startFaultProxy(store.url);
    ingest = await startIngest({ settings: { ...store.settings, S3_ENDPOINT: proxy.url } });
  });
  afterAll(async () => {
    await ingest?.close();
    await proxy?.close();
  });

  const importObject = async (key: string, content: string | Buffer, payload = {}) =>
    ingest.finished(await ingest.enqueue({ path: await store.put(key, content), ...payload }));
  const spooled = (root = ingest.importRoot) => readdir(join(root, '.spool')).catch(() => []);
  const run = (args: string[], settings: Record<string, string> = {}) =>
    runCommand(args, { ...ingest.environment, ...settings });
  const inTurn = (commands: { args: string[]; settings?: Record<string, string> }[]): Promise<CliResult[]> =>
    Promise.all(commands.map(({ args, settings }) => run(args, settings)));

  /** The import after its object was read once; its batches wait for `resume`. */
  async function planned(id: number): Promise<ImportEntry> {
    for (;;) {
      const entry = await ingest.session.log.find(id);
      if (entry?.planned || entry?.state === 'failed') return entry;
      await pause(5);
    }
  }

  /** The records, rejects and counts of an import, without values that differ for the same content. */
  async function outcome(id: number) {
    const { read, indexed, superseded, rejected } = (await ingest.session.log.find(id))!;
    const records = (await ingest.records()).filter((record) => record.import === id);
    const rejects = (await ingest.rejectsOf(id)).map(({ line, code, raw }) => ({ line, code, raw }));
    return { counts: { read, indexed, superseded, rejected }, records: records.map(withoutImport), rejects };
  }
  const withoutImport = ({ import: _, updated_at: _time, ...record }: AuctionRecord) => record;

  const tooLong = `${header}${lots(1, 2)}3,"${'x'.repeat(2 ** 20)}",Ruby\n${lots(4, 3)}`;
  const wide = (i: number) =>
    `${i},"Lot\nin two lines",Ruby,https://example.com/${'x'.repeat(1_900 + (i % 40))}\n`;
  const bigger = `id,title,gem_type,url\n${Array.from({ length: 2_500 }, (_, i) => wide(i + 1)).join('')}`;
  const array = JSON.stringify(
    Array.from({ length: 50 }, (_, i) => ({ id: i + 1, title: 'a', gem_type: 'b' })),
  );

  it.each<[what: string, name: string, content: string | Buffer]>([
    ['CSV that is larger than what is requested at once', 'bigger.csv', bigger],
    ['CSV with bad lines and one that is too long', 'long.csv', `${tooLong},,\n5,"open,Ruby\n`],
    ['a JSON array', 'array.json', array],
    ['NDJSON with blank lines', 'lines.ndjson', `\n{"id":1,"title":"a","gem_type":"b"}\n\noops\n`],
    ['gzip', 'packed.csv.gz', gzipSync(header + lots(1, twoBatches))],
    ['zstd', 'packed.csv.zst', zstdCompressSync(header + lots(1, twoBatches))],
  ])('an object is imported like a file with the same content: %s', async (_what, name, content) => {
    const file = await ingest.import(name, content, { mode: 'replace', max_reject_rate: 1, min_records: 0 });
    const expected = await outcome(file.id);
    const entry = await importObject(name, content, { mode: 'replace', max_reject_rate: 1, min_records: 0 });
    expect(entry).toMatchObject({ state: 'completed', source: `s3://lots/${name}` });
    expect(await outcome(entry.id)).toEqual(expected);
    expect(expected.counts.read).toBeGreaterThan(1);
    expect(await spooled()).toEqual([]);
  });

  it('an object is read in ranges, and an uncompressed one is never written to disk', async () => {
    await ingest.session.batches.pause();
    const id = await ingest.enqueue({ path: await store.put('plain.csv', header + lots(1, twoBatches)) });
    expect(await planned(id)).toMatchObject({
      planned: { records: twoBatches },
      plan: { path: 's3://lots/plain.csv' },
    });
    expect(await spooled()).toEqual([]);
    await ingest.session.batches.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: twoBatches });
  });

  it.each(['changes', 'is removed'])(
    'an import fails when its object %s after it was planned',
    async (what) => {
      await ingest.session.batches.pause();
      const content = header + lots(1, twoBatches);
      const id = await ingest.enqueue({ path: await store.put('changed.csv', content) });
      await planned(id);
      if (what === 'changes') await store.put('changed.csv', content.replaceAll('Ruby', 'Opal'));
      else await store.remove('changed.csv');
      await ingest.session.batches.resume();
      const entry = await ingest.finished(id);
      expect(entry.state).toBe('failed');
      expect(entry.reason).toMatch(
        what === 'changes' ? /was changed while it was imported/ : /there is no such object/,
      );
      // A retry reads it as it is by then, which an upsert that has written may not.
      await store.put('changed.csv', content.replaceAll('Ruby', 'Opal'));
      const retried = await run(['retry', String(id), '--json']);
      expect(JSON.parse(retried.stdout)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(/changed after the import began/),
      });
    },
  );

  it('a workbook is imported from a store, and each machine makes its own copy of the sheet', async () => {
    const book = await readFile(join(import.meta.dirname, '../../../support/workbooks/dates-1904.xlsx'));
    const done = await importObject('may.xlsx', book);
    expect(done).toMatchObject({
      state: 'completed',
      read: 2,
      indexed: 2,
      sheet: { name: 'Lots', others: [] },
    });
    const dates = (await ingest.records()).filter((record) => record.import === done.id);
    expect(dates.map(({ auction_date }) => auction_date).sort()).toEqual(['1904-01-02', '2015-05-12']);
    expect(await spooled()).toEqual([]);
  });

  it('an import waits for an unresponsive store, and uses up no attempt', async () => {
    await ingest.session.batches.pause();
    const path = await store.put('away.csv', header + lots(1, twoBatches));
    proxy.setAway(true);
    const id = await ingest.enqueue({ path });
    const retries = () => ingest.session.imports.getJob(`import-${id}`).then((job) => job?.attemptsMade);
    while ((await ingest.session.log.find(id))?.state !== 'running') await pause(5);
    proxy.setAway(false);
    await planned(id);
    proxy.setAway(true);
    await ingest.session.batches.resume();
    while ((await ingest.session.batches.getActiveCount()) === 0) await pause(5);
    proxy.setAway(false);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: twoBatches });
    expect(await retries()).toBeLessThan(2);
  });

  it('interrupted responses of the store are requested again', async () => {
    const path = await store.put('cut.csv', header + lots(1, twoBatches));
    proxy.cutEvery(1);
    const id = await ingest.enqueue({ path });
    while (proxy.cuts() < 3) await pause(5);
    proxy.cutEvery(0);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: twoBatches });
  });

  const refused: [url: string, settings: Record<string, string>, message: RegExp][] = [
    ['s3://lots/none.csv', {}, /"s3:\/\/lots\/none.csv" cannot be read: there is no such object/],
    ['s3://none/lots.csv', {}, /there is no such bucket/],
    ['s3://lots/none/', {}, /There is nothing to import at "s3:\/\/lots\/none\/"/],
    ['s3://lots', {}, /"s3:\/\/lots" is not the URL of an object. Write it as s3:\/\/bucket\/key/],
    ['s3://lots/../x.csv', {}, /a part "." or ".."/],
    [
      's3://lots/a.csv',
      { S3_SECRET_ACCESS_KEY: 'wrong-one' },
      /refuses access \(SignatureDoesNotMatch\). Check S3_ACCESS_KEY_ID/,
    ],
    [
      's3://lots/a.csv',
      { S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
      /refuses access.*Set S3_ACCESS_KEY_ID/,
    ],
    ['s3://lots/a.csv', { S3_SECRET_ACCESS_KEY: '' }, /Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
    [
      's3://lots/a.csv',
      { S3_ENDPOINT: 'http://127.0.0.1:9' },
      /The S3 store at http:\/\/127.0.0.1:9 cannot be reached: ECONNREFUSED/,
    ],
    ['s3://lots/a.csv', { S3_ENDPOINT: 'http://user:pass@127.0.0.1' }, /S3_ENDPOINT=/],
  ];
  it.each(refused)(
    '%s with %j fails with one message that names the error',
    async (url, settings, message) => {
      await store.put('a.csv', header + lots(1, 1));
      const { code, stderr, stdout } = await run(['import', url], settings);
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(message);
      expect(stderr).not.toMatch(/\n\s+at |wrong-one/);
    },
  );

  it('commands accept objects by key, prefix and glob, and check them in a dry run', async () => {
    await store.put('may/a.csv', header + lots(1, 1));
    await store.put('may/deep/b.csv.gz', gzipSync(header + lots(2, 1)));
    await store.put("may/c (é+!'*) &.csv", header + lots(3, 1));
    await store.put('may/notes.md', 'not to be imported');
    const named = ['s3://lots/may/', 's3://lots/m?y/*.csv', 's3://lots/may/a.csv'];
    const checked = ['s3://lots/may/a.csv', 's3://lots/may/deep/b.csv.gz'];
    const results = await inTurn([
      ...named.map((url) => ({ args: ['import', url, '--json'] })),
      ...checked.map((url) => ({ args: ['import', url, '--dry-run'] })),
    ]);
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 0));
    const sources = results.slice(0, named.length).map(({ stdout }) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).source),
    );
    expect(sources).toEqual([
      ['s3://lots/may/a.csv', "s3://lots/may/c (é+!'*) &.csv", 's3://lots/may/deep/b.csv.gz'],
      ['s3://lots/may/a.csv', "s3://lots/may/c (é+!'*) &.csv"],
      ['s3://lots/may/a.csv'],
    ]);
    for (const { stderr } of results.slice(named.length)) {
      expect(stderr).toMatch(/1 record read, 1 good, 0 would be rejected; nothing was written/);
    }
  });

  it.each<[key: string, pack: (text: string) => string | Buffer]>([
    ['look.csv', (text) => text],
    ["may/look (é+!'*) &.csv.gz", gzipSync],
  ])('an object is inspected like a file with the same content: %s', async (key, pack) => {
    const content = pack(header + lots(1, 20));
    const file = join(ingest.importRoot, 'look.csv');
    await writeFile(file, content);
    const path = await store.put(key, content);
    const [ofFile, ofObject, ofNone] = await inTurn([
      { args: ['inspect', file, '--json'] },
      { args: ['inspect', path, '--json'] },
      { args: ['inspect', 's3://lots/none.csv'] },
    ]);
    expect([ofFile!.code, ofObject!.code]).toEqual([0, 0]);
    // The draft names the source after the file.
    const { draft, suppositions, ...expected } = JSON.parse(ofFile!.stdout);
    expect(expected).toMatchObject({ records: 20, format: 'csv' });
    expect(JSON.parse(ofObject!.stdout)).toEqual({
      ...expected,
      name: path,
      draft: { ...draft, identity: { ...draft.identity, namespace: expect.any(String) } },
      suppositions: suppositions.map((one: object) => ({ ...one, text: expect.any(String) })),
    });
    expect(ofNone).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no such object') });
  });

  it('S3_CA_FILE makes the certificate of a private authority trusted', async () => {
    const certificates = await makeCertificates();
    const { hostname, port } = new URL(store.url);
    const server = createServer(certificates.server, (socket) => {
      const target = connect(Number(port), hostname);
      socket.on('error', () => target.destroy());
      target.on('error', () => socket.destroy());
      socket.pipe(target).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const S3_ENDPOINT = `https://localhost:${(server.address() as AddressInfo).port}`;
    const path = await store.put('trusted.csv', header + lots(1, 3));
    const dryRun = (S3_CA_FILE: string) => ({
      args: ['import', path, '--dry-run'],
      settings: { S3_ENDPOINT, S3_CA_FILE },
    });
    const [trusting, mistrusting] = await inTurn([dryRun(certificates.caFile), dryRun('')]);
    expect(trusting).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 records read, 3 good'),
    });
    expect(mistrusting).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /The S3 store at https:\/\/localhost:\d+ cannot be reached: \S*(CERT|ISSUER|SIGN)/i,
      ),
    });
    server.close();
    await certificates.remove();
  });

  it('access keys appear in no job, log line, process argument or import log', async () => {
    const worker = await startWorkerProcess({ ...ingest.environment, LOG_LEVEL: 'trace' });
    const failed = await ingest.finished(await ingest.enqueue({ path: 's3://lots/none.csv' }));
    const done = await importObject('keys.csv.gz', gzipSync(header + lots(1, twoBatches)));
    expect([failed.state, done.state]).toEqual(['failed', 'completed']);
    const keys = await ingest.redis.keys(`bull:${ingest.alias}-*`);
    const dumps = await Promise.all(keys.map((key) => ingest.redis.dumpBuffer(key)));
    const documents = await ingest.elasticsearch.search({ index: `${ingest.alias}-imports`, size: 1_000 });
    const command = await readFile(`/proc/${worker.process.pid}/cmdline`, 'utf8');
    await worker.kill('SIGTERM');
    const places = [
      // A key may have expired between the two commands.
      ...dumps.map((dump) => dump?.toString('latin1') ?? ''),
      JSON.stringify(documents),
      command,
      worker.log.join('\n'),
    ];
    const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = store.settings;
    for (const form of formsOf([S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY])) {
      for (const place of places) expect(place).not.toContain(form);
    }
  });
});

describe.skipIf(!canRunObjectStore())('workers without a shared disk', () => {
  let ingest: TestIngest;
  let otherRoot: string;
  beforeAll(async () => {
    ingest = await startIngest({ worker: false, settings: store.settings });
    otherRoot = await mkdtemp(join(tmpdir(), 'other-machine-'));
  });
  afterAll(async () => {
    await ingest?.close();
    await rm(otherRoot, { recursive: true });
  });

  /** Starts a worker with its own import folder; returns a function that stops it. */
  async function startOn(IMPORT_ROOT: string, options: WorkerOptions = {}): Promise<() => Promise<void>> {
    const services = openServices(readIngestConfig({ ...ingest.environment, IMPORT_ROOT }));
    const worker = await startWorker(services, pino({ level: 'silent' }), options);
    return async () => {
      await worker.close();
      await services.close();
    };
  }

  describe('local copies of each worker', () => {
    const looksOften = { reconcileEveryMs: 200 };
    const copies = async (root: string) => readdir(join(root, '.spool')).catch(() => []);

    it.each<[string, () => Promise<{ name: 'import-file' | 'upsert-records'; data: object }>]>([
      [
        'of a packed object',
        async () => ({
          name: 'import-file',
          data: { path: await store.put('copies.csv.gz', gzipSync(header + lots(1, twoBatches))) },
        }),
      ],
      [
        'of the records of a job',
        async () => ({
          name: 'upsert-records',
          data: { records: [1, 2, 3].map((id) => ({ id, title: `Lot ${id}`, gem_type: 'Ruby' })) },
        }),
      ],
    ])(
      'each worker makes its own copies %s, and removes them after the import',
      async (_what, describeJob) => {
        const { name, data } = await describeJob();
        const closeFirst = await startOn(otherRoot, looksOften);
        await ingest.session.batches.pause();
        const job = await ingest.session.imports.add(name, data);
        let entry: ImportEntry | undefined;
        while (!entry?.planned) {
          await pause(10);
          // The index of the log may just be made.
          const [listed] = await ingest.session.log.list().catch(() => []);
          entry = listed?.job_id === job.id ? await ingest.session.log.find(listed!.id) : undefined;
        }
        expect(await copies(otherRoot)).toHaveLength(1);
        await closeFirst();

        const closeSecond = await startOn(ingest.importRoot, looksOften);
        await ingest.session.batches.resume();
        expect(await ingest.finished(entry.id)).toMatchObject({ state: 'completed', rejected: 0 });
        expect(await copies(ingest.importRoot)).toEqual([]);
        await closeSecond();
        // The first machine notices the end at its next check.
        expect(await copies(otherRoot)).toHaveLength(1);
        const closeAgain = await startOn(otherRoot, looksOften);
        while ((await copies(otherRoot)).length > 0) await pause(20);
        await closeAgain();
      },
    );
  });
});
