import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dryRun as checkFiles } from '../../../../ingest/cli/dry-run.ts';
import { readIngestConfig } from '../../../../ingest/services.ts';
import { objectStore } from '../../../../ingest/source/object-store.ts';
import { runCommand } from '../../../support/run-cli.ts';

const profile = `
only: [{ column: dept, words: [jewels] }]
identity: [lot]
fields: { title: what, lot_number: lot, auction_house: { value: Bonhams }, auction_date: day }
price: { amount: { column: price, numbers: { thousands: ',' } }, currency: { value: LKR }, rates: monthly-averages }
titles: [gem_type]
`;
const lots = `lot,dept,what,day,price,mood
1,Jewels,A ruby ring,2019-05-12,"90,000",gay
2,Jewels,A gold bangle,2019-05-12,"1,000",sad
3,Books,Rubies of the East,2019-05-12,10,gay
4,Jewels,An opal brooch,,"5,000",gay
5,Jewels,An opal ring,2019-05-12,Passed,gay
6,Jewels,A pearl,2019-05-12,x5,gay
7,Jewels,A sapphire,2019-05-12,,gay
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dry-run-'));
  await writeFile(join(folder, 'mine.yaml'), profile);
  await writeFile(join(folder, 'lots.csv'), lots);
});
afterAll(() => rm(folder, { recursive: true }));

const plainDryRun = (file: string) =>
  runCommand(['import', file, '--dry-run'], { ELASTICSEARCH_URL: 'http://127.0.0.1:9' }, { cwd: folder });
const dryRun = (...more: string[]) =>
  runCommand(
    ['import', 'lots.csv', '--profile', 'mine.yaml', '--dry-run', ...more],
    { IMPORT_ROOT: 'root', ELASTICSEARCH_URL: 'http://127.0.0.1:9' },
    { cwd: folder },
  );

it('a dry run prints totals by reason and records as one JSON object', async () => {
  const { code, stdout } = await dryRun('--json');
  expect(code).toBe(2);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    ...{ file: 'lots.csv', read: 7, indexed: 4, rejected: 2, skipped: 1 },
    rejected_by_code: { no_gem: 1, bad_price: 1 },
    skipped_by_rule: { 'only dept: jewels': 1 },
    flags: { CURRENCY_CONVERTED: 1, NOT_CONVERTED: 1 },
    ignored_columns: ['mood'],
    rejects: [
      { line: 3, field: 'gem_type', code: 'no_gem', raw: '2,Jewels,A gold bangle,2019-05-12,"1,000",sad' },
      { line: 7, field: 'price_final_usd', code: 'bad_price' },
    ],
  });
  expect(report.samples.map(({ line }: { line: number }) => line)).toEqual([2, 5, 6, 8]);
  const [{ record }] = report.samples;
  expect(record).toMatchObject({
    ...{ title: 'A ruby ring', gem_type: 'Ruby', price_original: 90_000, currency: 'LKR', origin: null },
    ...{ price_final_usd: 511, sale_status: 'sold', auction_house: 'Bonhams' },
  });
  expect(record).not.toHaveProperty('import');
});

it('a dry run shows totals and a table of records as text, and writes nothing', async () => {
  const { code, stdout } = await dryRun();
  expect(code).toBe(2);
  expect(stdout).toMatch(/line 3: no_gem: .*\nline 7: bad_price: /);
  expect(stdout).toMatch(/rejected as no_gem: 1\n/);
  expect(stdout).toMatch(/skipped by only dept: jewels: 1\n/);
  expect(stdout).toMatch(
    /line +title +gem_type +carat +auction_date .*\n +2 +A ruby ring +Ruby +2019-05-12 +sold +90000 +LKR +511\n/,
  );
  expect(stdout).toContain(
    'lots.csv: nothing was written. An import would end with:\n  7 records read = 4 indexed + 0 superseded + 2 rejected + 1 skipped\n',
  );
  expect((await readdir(folder)).sort()).toEqual(['lots.csv', 'mine.yaml']);
});

it('a dry run names what a misspelled gem type may mean', async () => {
  await writeFile(join(folder, 'rubby.csv'), 'id,title,gem_type\n1,Ring,rubby\n2,Ring,xqzw\n');
  const { stdout } = await plainDryRun('rubby.csv');
  expect(stdout).toContain('rubby (1, did you mean Ruby?)');
  expect(stdout).toMatch(/xqzw \(1\)/);
});

it('a dry run of records with other names says how they can be imported', async () => {
  await writeFile(join(folder, 'foreign.ndjson'), '{"lot":1,"name":"Ruby ring"}\n');
  expect((await plainDryRun('foreign.ndjson')).stdout).toContain('is imported with --guess');
});

it.skipIf(process.platform !== 'linux')('a dry run closes a file whose header it refuses', async () => {
  const path = join(folder, 'odd-header.csv');
  await writeFile(path, 'id,titel\n1,a\n');
  const config = readIngestConfig({ ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
  const checked = checkFiles([{ path, name: path }], {}, objectStore(config), config);
  await expect(checked).rejects.toThrow('"titel" is not a known column');
  const open = await readdir('/proc/self/fd');
  // The descriptor of the listing itself is gone.
  const files = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  expect(files).not.toContain(path);
});

it.each(['inspect', 'import --guess --dry-run'])(
  '%s of a file like a record needs no profile',
  async (words) => {
    await writeFile(join(folder, 'own.csv'), 'id,title,gem_type\n7,A ring,rubis\n');
    const { code, stdout } = await runCommand([...words.split(' '), join(folder, 'own.csv')], {});
    expect(code).toBe(0);
    expect(stdout).toContain('so the file is imported without a profile');
    expect(stdout).not.toContain('questions:');
  },
);
