import { bundleApi } from '../deploy/bundle-api.ts';
import { endGuardedPrograms } from '../local/process/guarded-process.ts';
import { drawGrowth, growthTable, keepStage, keptGrowth } from './growth.ts';
import { keep, type Measured, nameOf, type Report, reportOf } from './history.ts';
import { type Options, readOptions, usage } from './options.ts';
import { holds, type Outcome, type Row } from './row.ts';
import { rowsAgainst } from './rows/against.ts';
import { rows } from './rows/index.ts';
import { figureText, table } from './table.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/*
 * npm run bench: the engine, the records, row by row, the table. Exit code 1 where a figure misses its floor.
 */

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
  if (options.plot) {
    say(await drawGrowth());
    return 0;
  }
  if (options.growth) return grow(options);
  const report = await measureAll(options);
  if (!options.quick && !options.against) say(keep(nameOf(report), report));
  console.log(options.json ? JSON.stringify(report, null, 2) : table(report));
  return report.rows.every(({ figures }) => figures.every(holds)) ? 0 : 1;
}

/** The table stage by stage; what is kept of a stage survives the failure of a later one. */
async function grow(options: Options): Promise<number> {
  if (options.stages.length === 0)
    throw new Error('--growth --records: there is no stage of so many records.');
  for (const stage of options.stages) {
    say(`${stage.records} records, ${stage.nodes} nodes`);
    keepStage(await measureAll({ ...options, ...stage }));
  }
  say(await drawGrowth());
  console.log(growthTable(keptGrowth()));
  return 0;
}

async function measureAll(options: Options): Promise<Report> {
  const all = options.against ? rowsAgainst(options.against) : rows;
  const chosen = all.filter(({ name }) => isChosen(name, options.only));
  if (chosen.length === 0) throw new Error(`--only: the rows are ${all.map(({ name }) => name).join(', ')}.`);
  await bundleApi();
  const bed = await openTestbed(options, say);
  const measured: Measured[] = [];
  for (const row of chosen) measured.push({ row, outcome: await measure(row, bed, options) });
  await bed.stop();
  return reportOf(measured, options);
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
