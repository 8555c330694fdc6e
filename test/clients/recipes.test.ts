import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createClient, type Lot } from '../../clients/typescript/src/client.ts';
import { projectRoot } from '../../config/project-root.ts';
import { runProgram } from '../../local/process/run-program.ts';
import { findTool } from '../support/find-tool.ts';
import { startSampleService } from './sample-service.ts';

const page = readFileSync(join(projectRoot, 'docs/recipes.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
const { python } = inject('tools');
const hasHttr2 = await hasPackage();
let service: Awaited<ReturnType<typeof startSampleService>>;
let lots: Lot[];

beforeAll(async () => {
  service = await startSampleService();
  lots = await Array.fromAsync(createClient(service.url).allAuctions());
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

/** The output of the block below a heading, with the address of the test's service. */
function runBlock(heading: string): Promise<string> {
  const [, language, code] = page.split(`\n## ${heading}\n`)[1]!.match(/```(\w+)\n([\s\S]+?)```/)!;
  expect(code).toContain('http://127.0.0.1:3000');
  const program = code!.replaceAll('http://127.0.0.1:3000', service.url);
  const env = { ...process.env, PYTHONPATH: python };
  return language === 'python'
    ? runProgram('python3', ['-c', program], { cwd: folder, env })
    : runProgram('Rscript', ['-e', program], { cwd: folder });
}

const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
};

test.skipIf(!python)('the recipe for one page in Python prints the dearest lots', async () => {
  const rubies = lots.filter(
    ({ gem_type, price_final_usd }) => gem_type === 'Ruby' && price_final_usd !== null,
  );
  const dearest = rubies.toSorted((a, b) => b.price_final_usd! - a.price_final_usd!).slice(0, 3);
  const lines = dearest.map((lot) => `${lot.price_final_usd} ${lot.title}`);
  expect((await runBlock('Python: one page')).trim().split('\n')).toEqual(lines);
});

test.skipIf(!python)('the recipe for all records in Python reads every page', async () => {
  const sold = (gem: string) => lots.filter((lot) => lot.is_sold && lot.gem_type === gem).length;
  expect(await runBlock('Python: all records')).toBe(`${sold('Ruby')} ${sold('Sapphire')}\n`);
});

test.skipIf(!python)('the recipe for pandas prints the median price per carat by origin', async () => {
  const printed = await runBlock('pandas: a CSV export');
  const rubies = lots.filter((lot) => lot.gem_type === 'Ruby' && lot.price_per_carat_usd !== null);
  const known = Map.groupBy(
    rubies.filter(({ origin }) => origin !== null),
    ({ origin }) => origin,
  );
  expect(known.size).toBeGreaterThan(1);
  for (const [origin, some] of known) {
    const [, count, value] = new RegExp(`^${origin} +(\\d+) +([\\d.e+]+)$`, 'm').exec(printed)!;
    expect(Number(count)).toBe(some.length);
    expect(Number(value)).toBeCloseTo(median(some.map((lot) => lot.price_per_carat_usd!)), 0);
  }
});

test.skipIf(!python)('the recipe for polars prints the sold lots of each year', async () => {
  const printed = await runBlock('polars: a Parquet export');
  const years = Map.groupBy(
    lots.filter((lot) => lot.is_sold),
    ({ auction_date }) => auction_date?.slice(0, 4),
  );
  expect(printed).toContain(`shape: (${years.size}, 3)`);
  const first = [...years.keys()].filter((year) => year !== undefined).sort()[0]!;
  const value = years.get(first)!.reduce((sum, lot) => sum + (lot.price_final_usd ?? 0), 0);
  expect(printed).toMatch(new RegExp(`│ ${first} +┆ ${years.get(first)!.length} +┆ ${value} +│`));
});

test.skipIf(!python)('the recipe for DuckDB prints the median price by auction house', async () => {
  const priced = Map.groupBy(
    lots.filter((lot) => (lot.price_final_usd ?? 0) > 0),
    ({ auction_house }) => auction_house,
  );
  const rows = (await runBlock('DuckDB: a Parquet export')).matchAll(
    /\(("[^"]+"|'[^']+'|None), (\d+), ([\d.]+)\)/g,
  );
  const printed = new Map(
    [...rows].map(([, house, n, value]) => [house!.replaceAll(/^["']|["']$/g, ''), [n, value]]),
  );
  expect(printed.size).toBe(priced.size);
  for (const [house, some] of priced) {
    const [count, value] = printed.get(house ?? 'None')!;
    expect([Number(count), Number(value)]).toEqual([
      some.length,
      median(some.map((lot) => lot.price_final_usd!)),
    ]);
  }
});

test.skipIf(!python)(
  'updated_at of a Parquet export is an instant to pandas, polars, arrow and DuckDB',
  async () => {
    const program = `
import duckdb, pandas, polars, pyarrow.parquet, urllib.request
urllib.request.urlretrieve("${service.url}/api/ext/export/auctions?format=parquet&gem_name=ruby&fields=updated_at", "lots.parquet")
print(pandas.read_parquet("lots.parquet").dtypes["updated_at"])
print(polars.read_parquet("lots.parquet").schema["updated_at"])
print(pyarrow.parquet.read_schema("lots.parquet").field("updated_at").type)
print(duckdb.sql("SELECT DISTINCT typeof(updated_at) FROM 'lots.parquet'").fetchall())`;
    const env = { ...process.env, PYTHONPATH: python };
    const types = (await runProgram('python3', ['-c', program], { cwd: folder, env })).trim().split('\n');
    expect(types).toEqual([
      'datetime64[ms, UTC]',
      "Datetime(time_unit='ms', time_zone='UTC')",
      'timestamp[ms, tz=UTC]',
      "[('TIMESTAMP WITH TIME ZONE',)]",
    ]);
  },
);

test.skipIf(!hasHttr2)('the recipe for R counts all rubies', async () => {
  const rubies = lots.filter(({ gem_type }) => gem_type === 'Ruby').length;
  expect(await runBlock('R: all records')).toContain(`[1] ${rubies}\n`);
});

async function hasPackage(): Promise<boolean> {
  if (!findTool('Rscript')) return false;
  return runProgram('Rscript', ['-e', 'library(httr2)']).then(
    () => true,
    () => false,
  );
}
