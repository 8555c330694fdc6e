import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { concurrentRequests } from '../api/endpoint/concurrency-limits.ts';
import { readSettings } from '../config/read-settings.ts';
import { bundleApi } from '../deploy/bundle-api.ts';
import { endGuardedPrograms } from '../local/process/guarded-process.ts';
import { figureText, holds, type Outcome, type Plan, type Row } from './row.ts';
import { coldAnswers, limiter, smallIndex } from './rows/cold-answers.ts';
import { deepPage } from './rows/deep-page.ts';
import { exportAll } from './rows/export.ts';
import { firstImport, importAll, smallImport } from './rows/import.ts';
import { mixedLoad } from './rows/mixed-load.ts';
import { priceIndices } from './rows/price-index.ts';
import { chosenPrices, priceTables } from './rows/prices.ts';
import { repeatedAnswers } from './rows/repeated-answers.ts';
import { start } from './rows/start.ts';
import { openTestbed } from './testbed.ts';

/*
 * npm run bench: the engine, the records, row by row, the report. Exit code 1 where a figure misses its floor.
 */

/** Every line of the table in docs/performance.md, in its order. The last one changes the index. */
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
  firstImport,
  smallImport,
  start,
  limiter,
  mixedLoad,
];

const usage = `Measures the API and the worker against bare Elasticsearch, on an engine of its own.

Usage: npm run bench [-- OPTION…]

  --quick       100,000 records and short rounds: minutes instead of an hour; nothing is kept
  --records N   so many records instead of 1,000,000
  --only ROW    this row alone; may be repeated, and may be the beginning of a name
  --help        this text

Each figure is shown once it is measured, and the report as JSON on standard output at the end.
A figure below its floor makes the exit code 1.
`;

const fullPlan: Plan = {
  rounds: 5,
  // Two identical sides differ by 6 % within three seconds; the median of this many rounds differs by 1 or 2 %.
  coldRounds: { brief: 15, long: 25 },
  longRounds: 3,
  warmUpSeconds: 8,
  warmUpAnswers: 2_000,
  secondsPerSide: 3,
  connections: concurrentRequests(readSettings(['MAX_IN_FLIGHT'], {}).MAX_IN_FLIGHT),
};
const quickPlan: Plan = {
  ...fullPlan,
  coldRounds: { brief: 5, long: 5 },
  warmUpSeconds: 3,
  warmUpAnswers: 400,
  secondsPerSide: 1,
};

/** Changes here do not change what is measured. */
const unmeasured = [':!bench/results', ':!docs', ':!test', ':!*.md'];

const results = join(import.meta.dirname, 'results');

const say = (line: string) => console.error(line);

process.on('SIGINT', () => end(130));
process.on('SIGTERM', () => end(143));

const options = {
  quick: { type: 'boolean', default: false },
  records: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

try {
  const { quick, only, help, records = quick ? '100000' : '1000000' } = parseArgs({ options }).values;
  if (help) console.log(usage);
  else await end(await run(Number(records), quick, only));
} catch (error) {
  console.error(error);
  await end(1);
}

/** @returns the exit code */
async function run(records: number, quick: boolean, only: readonly string[]): Promise<number> {
  const chosen = rows.filter(({ name }) => only.length === 0 || only.some((start) => name.startsWith(start)));
  if (chosen.length === 0)
    throw new Error(`--only: the rows are ${rows.map(({ name }) => name).join(', ')}.`);
  await bundleApi();
  const bed = await openTestbed(records, say);
  const measured: MeasuredRow[] = [];
  for (const row of chosen) {
    say(`${row.what} …`);
    const outcome = await row.measure(bed, quick ? quickPlan : fullPlan);
    for (const figure of outcome.figures) say(`  ${figureText(figure)}`);
    measured.push({ name: row.name, what: row.what, ...outcome });
  }
  await bed.stop();
  const report = reportOf(measured, records);
  if (!quick) say(keep(report));
  console.log(JSON.stringify(report, null, 2));
  return measured.every(({ figures }) => figures.every(holds)) ? 0 : 1;
}

type MeasuredRow = Pick<Row, 'name' | 'what'> & Outcome;

/** The report of a run that was made now: its environment and its results. */
function reportOf(rows: MeasuredRow[], records: number) {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...unmeasured);
  return {
    // With `+` where files have uncommitted changes.
    commit: git('rev-parse', '--short', 'HEAD') + (changed && '+'),
    at: new Date().toISOString(),
    records,
    cores: availableParallelism(),
    node: process.versions.node,
    rows,
  };
}

/** Stores a report as `2026-11-21-1530-1a2b3c4-1000000.json`; returns its path. */
function keep(report: ReturnType<typeof reportOf>): string {
  const minute = report.at.slice(0, 16).replace('T', '-').replace(':', '');
  const path = join(results, `${minute}-${report.commit}-${report.records}.json`);
  mkdirSync(results, { recursive: true });
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}

async function end(code: number): Promise<void> {
  await endGuardedPrograms();
  process.exit(code);
}
