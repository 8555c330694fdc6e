import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const run = (args: string[], settings: Record<string, string> = {}) =>
    runCommand(args, { ...ingest.environment, ...settings });
  const inTurn = (commands: { args: string[]; settings?: Record<string, string> }[]): Promise<CliResult[]> =>
    Promise.all(commands.map(({ args, settings }) => run(args, settings)));

  /** The records, rejects and counts of an import, without values that differ for the same content. */
  async function outcome(id: number) {
    const { read, indexed, superseded, rejected } = (await ingest.session.log.find(id))!;
    const records = (await ingest.records()).filter((record) => record.import === id);
    const rejects = (await ingest.rejectsOf(id)).map(({ line, code, raw }) => ({ line, code, raw }));
    return { counts: { read, indexed, superseded, rejected }, records: records.map(withoutImport), rejects };
  }
  const withoutImport = ({ import: _, updated_at: _time, ...record }: AuctionRecord) => record;

  const tooLong = `${header}${lots(1, 2)}3,"${'x'.repeat(2 ** 20)}",Ruby\n${lots(4, 3)}`;
  const array = JSON.stringify(
    Array.from({ length: 50 }, (_, i) => ({ id: i + 1, title: 'a', gem_type: 'b' })),
  );

  it.each<[what: string, name: string, content: string | Buffer]>([
    ['bad and too long lines', 'long.csv', `${tooLong},,\n5,"open,Ruby\n`],
    ['a packed JSON array', 'array.json.gz', gzipSync(array)],
  ])('an object is imported like a file with the same content: %s', async (_what, name, content) => {
    const file = await ingest.import(name, content, { mode: 'replace', max_reject_rate: 1, min_records: 0 });
    const expected = await outcome(file.id);
    const entry = await importObject(name, content, { mode: 'replace', max_reject_rate: 1, min_records: 0 });
    expect(entry).toMatchObject({ state: 'completed', source: `s3://lots/${name}` });
    expect(await outcome(entry.id)).toEqual(expected);
    expect(expected.counts.read).toBeGreaterThan(1);
  });

  it('an import waits for a store that is away, and requests interrupted responses again', async () => {
    const path = await store.put('away.csv', header + lots(1, twoBatches));
    proxy.setAway(true);
    const id = await ingest.enqueue({ path });
    await expect.poll(async () => (await ingest.session.log.find(id))?.state).toBe('running');
    proxy.cutEvery(1);
    proxy.setAway(false);
    await expect.poll(() => proxy.cuts()).toBeGreaterThan(2);
    proxy.cutEvery(0);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: twoBatches });
  });

  const refused: [url: string, settings: Record<string, string>, message: RegExp][] = [
    ['s3://lots/none.csv', {}, /"s3:\/\/lots\/none.csv" cannot be read: there is no such object/],
    ['s3://lots/none/', {}, /There is nothing to import at "s3:\/\/lots\/none\/"/],
    ['s3://lots', {}, /"s3:\/\/lots" is not the URL of an object. Write it as s3:\/\/bucket\/key/],
    [
      's3://lots/a.csv',
      { S3_SECRET_ACCESS_KEY: 'wrong-one' },
      /refuses access \(SignatureDoesNotMatch\). Set or check S3_ACCESS_KEY_ID/,
    ],
    [
      's3://lots/a.csv',
      { S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
      /refuses access.*Set or check S3_ACCESS_KEY_ID/,
    ],
    [
      's3://lots/a.csv',
      { S3_ENDPOINT: 'http://127.0.0.1:9' },
      /The S3 store at http:\/\/127.0.0.1:9 cannot be reached: ECONNREFUSED/,
    ],
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
    const named = ['s3://lots/may/', 's3://lots/m?y/*.csv'];
    const checked = ['s3://lots/may/deep/b.csv.gz'];
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
    ]);
    for (const { stdout } of results.slice(named.length)) {
      expect(stdout).toMatch(/nothing was written.*\n {2}1 record read = 1 indexed .*\+ 0 rejected/);
    }
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
      stdout: expect.stringContaining('3 records read = 3 indexed'),
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
