import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const fixtures = join(import.meta.dirname, '../../../support/workbooks');

const profile = `
identity: [Lot]
fields:
  title: Title
  carat: Carat
  auction_date: { column: Date, formats: [yyyy-MM-dd, ISO] }
  is_sold: Sold
  lot_number: Lot
price: { amount: Price, currency: { value: USD } }
titles: [gem_type]
`;

let ingest: TestIngest;
let folder: string;
const run = (...args: string[]) => runCommand(args, ingest.environment, { cwd: folder });

beforeAll(async () => {
  ingest = await startIngest();
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
  await copyFile(join(fixtures, 'lots.xlsx'), join(folder, 'lots.xlsx'));
  await writeFile(join(folder, 'mine.yaml'), profile);
});
afterAll(async () => {
  await ingest.close();
  await rm(folder, { recursive: true });
});

describe('imports of workbooks', () => {
  it('a workbook is imported directly; the summary names its sheets, and rejects have row numbers', async () => {
    const { code, stdout } = await run('import', 'lots.xlsx', '--profile', 'mine.yaml', '--json');
    expect(code).toBe(2);
    const entry = JSON.parse(stdout);
    expect(entry).toMatchObject({
      ...{ state: 'completed', read: 5, indexed: 4, rejected: 1, ignored_columns: ['Per carat'] },
      sheet: { name: 'Résultats 2015', others: ['Notes'] },
    });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([{ line: 10, raw: '5,,,,,,' }]);
    const lots = (await ingest.records()).sort((a, b) => Number(a.lot_number) - Number(b.lot_number));
    expect(lots).toMatchObject([
      {
        ...{ title: 'A ruby ring, “Étoile” – 5.04 ct', gem_type: 'Ruby', carat: 5.04 },
        ...{ price_final_usd: 10625, auction_date: '2015-05-12', is_sold: true },
      },
      { title: 'Sapphire "Blue Moon" brooch', carat: 0.3, auction_date: '1999-12-31', is_sold: false },
      { title: '翡翠 bangle & <jadeite>', carat: 0.01, auction_date: '2016-02-29', is_sold: true },
      { title: 'An opal ring', carat: 12, price_original: 99, auction_date: '1900-02-28', is_sold: false },
    ]);
    const summary = await run('imports', String(entry.id));
    expect(summary.stdout).toContain('sheet "Résultats 2015"; other sheets with values: "Notes"');
  });
});

it('rows without values are counted by the dry run, the summary and imports ID', async () => {
  await writeFile(join(folder, 'commas.csv'), `id,title,gem_type\n,,\n1,A ring,Ruby\n${',,\n'.repeat(448)}`);
  const line = '449 empty rows were passed over';
  const dry = await run('import', 'commas.csv', '--dry-run');
  expect(dry.stdout).toContain(line);
  const imported = await run('import', 'commas.csv');
  expect(imported.stdout).toContain(line);
  const [, id] = /import (\d+):/.exec(imported.stdout)!;
  expect((await run('imports', id!)).stdout).toContain(line);
  expect(JSON.parse((await run('imports', id!, '--json')).stdout)).toMatchObject({
    read: 1,
    empty_rows: 449,
  });
});
