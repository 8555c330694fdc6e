import { bundleApi } from '../deploy/bundle-api.ts';
import { endGuardedPrograms } from '../local/process/guarded-process.ts';
import { keep, type Report, reportOf } from './history.ts';
import { type Options, readOptions, usage } from './options.ts';
import { holds, type Outcome, type Row } from './row.ts';
import { rowsAgainst } from './rows/against.ts';
import { coldAnswers, limiter, smallIndex } from './rows/cold-answers.ts';
import { deepPage } from './rows/deep-page.ts';
import { exportAll } from './rows/export.ts';
import { importAll } from './rows/import.ts';
import { mixedLoad } from './rows/mixed-load.ts';
import { priceIndices } from './rows/price-index.ts';
import { chosenPrices, priceTables } from './rows/prices.ts';
import { repeatedAnswers } from './rows/repeated-answers.ts';
import { start } from './rows/start.ts';
import { figureText, table } from './table.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/*
 * npm run bench: the engine, the records, row by row, the table. Exit code 1 where a figure misses its floor.
 */

/** Every line of the table, in its order. The last one changes the index. */
const rows: Row[] = [
  ...coldAnswers,
  smallIndex,
  ...repeatedAnswers,
  ...priceIndices,
  ...chosenPrices,
  ...priceTables,
  deepPage,
  exportAll,
  importAll,
  start,
  limiter,
  mixedLoad,
];

const say = (line: string) => console.error(line);

process.on('SIGINT', () => end(130));
process.on('SIGTERM', () => end(143));

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await end(await run(options));
} catch (error) {
  console.error(error);
  await end(1);
}

async function run(options: Options): Promise<number> {
  const report = await measureAll(options);
  if (!options.quick && !options.against) say(keep(report));
  console.log(options.json ? JSON.stringify(report, null, 2) : table(report));
  return report.rows.every(({ figures }) => figures.every(holds)) ? 0 : 1;
}

async function measureAll(options: Options): Promise<Report> {
  const all = options.against ? rowsAgainst(options.against) : rows;
  const chosen = all.filter(({ name }) => isChosen(name, options.only));
  if (chosen.length === 0) throw new Error(`--only: the rows are ${all.map(({ name }) => name).join(', ')}.`);
  await bundleApi();
  const bed = await openTestbed(options.records, say);
  const measured: Report['rows'] = [];
  for (const row of chosen)
    measured.push({ name: row.name, what: row.what, ...(await measure(row, bed, options)) });
  await bed.stop();
  return reportOf(measured, options.records);
}

function isChosen(name: string, only: string[]): boolean {
  return only.length === 0 || only.some((beginning) => name.startsWith(beginning));
}

async function measure(row: Row, bed: Testbed, { plan }: Options): Promise<Outcome> {
  say(`${row.what} …`);
  const outcome = await row.measure(bed, plan);
  for (const figure of outcome.figures) say(`  ${figureText(figure)}`);
  return outcome;
}

async function end(code: number): Promise<void> {
  await endGuardedPrograms();
  process.exit(code);
}
