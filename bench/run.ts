import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { readSettings } from '../config/read-settings.ts';
import { endInOrder } from '../local/process/guarded-process.ts';
import { choosePorts } from '../local/process/ports.ts';
import { runProgram } from '../local/process/run-program.ts';
import { marketGems } from '../local/samples/gem-market.ts';
import { randomFrom, weighted } from '../local/samples/random.ts';
import { firstLot, syntheticLots, writeSyntheticCsv } from '../local/samples/synthetic-lots.ts';
import { startProcesses } from '../local/start-processes.ts';
import { startStack } from '../local/start-stack.ts';

const usage = `Measures imports and requests on an engine of its own, with generated lots.

Usage: npm run bench [-- OPTION…]

  --lots N      so many lots (60000)
  --seconds S   duration of a row of requests (10)
  --only TEXT   only the rows of requests that begin with this text
  --help        this text

Prints the rows of docs/performance.md, each when it is measured.
`;

const random = randomFrom(1);
const whole = (from: number, to: number) => from + Math.floor(random.next() * (to - from));
const twoDigits = (number: number) => String(number).padStart(2, '0');
const gemOf = weighted(marketGems.map(({ gem, weight }) => [gem, weight]));
const titles = [...syntheticLots(20_000)].map(({ title }) => title);

/** Three filters that are rarely repeated. */
const filters = () =>
  new URLSearchParams({
    gem_name: gemOf(random),
    price_min: String(whole(500, 20_000)),
    date_from: `${whole(2005, 2022)}-${twoDigits(whole(1, 13))}-${twoDigits(whole(1, 29))}`,
  });

/** The first two to twenty characters of a title. */
const typed = () => titles[whole(0, titles.length)]!.slice(0, whole(2, 20));

/** A path with rarely repeated values, by row. */
const paths: Record<string, (lots: number) => string> = {
  list: () => `/api/v1/auctions?${filters()}`,
  'one record': (lots) => `/api/v1/auctions/${firstLot + whole(0, lots)}`,
  suggestions: () => `/api/v1/suggestions?${new URLSearchParams({ q: typed() })}`,
  stats: () => `/api/v1/stats?${filters()}`,
  market: () => `/api/v1/stats/market?group_by=origin&${filters()}`,
  trends: () => `/api/v1/stats/trends?${filters()}`,
};

const connections = 16;
const warmUpSeconds = 3;
/** Different requests of a cached row. */
const repeated = 20;

const options = {
  lots: { type: 'string', default: '60000' },
  seconds: { type: 'string', default: '10' },
  only: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const;
const { lots, seconds, only, help } = parseArgs({ options }).values;
const end = endInOrder();
const onUnexpectedExit = (message: string) => end(1, message);

if (help) console.log(usage);
else
  await measure(Number(lots), Number(seconds)).then(
    () => end(0),
    (error: Error) => end(1, error.stack),
  );

async function measure(lots: number, seconds: number): Promise<void> {
  const settings = readSettings(['LOCAL_DIR', 'ELASTICSEARCH_HEAP'], process.env);
  const local = resolve(settings.LOCAL_DIR);
  const dir = join(local, 'bench');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'imports'), { recursive: true });
  // For the servers and commands that it starts.
  Object.assign(process.env, {
    LOCAL_DIR: dir,
    IMPORT_ROOT: join(dir, 'imports'),
    INDEX_ALIAS: 'bench',
    RATE_LIMIT_MAX: '0',
    MAX_IN_FLIGHT_PER_CLIENT: '0',
  });
  const heap = settings.ELASTICSEARCH_HEAP;
  const stack = await startStack({ dir, buildDir: join(local, 'build'), heap, onUnexpectedExit });
  const urls = { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
  const ports = await choosePorts(['PORT', 'WORKER_PORT']);
  const { apiUrl } = await startProcesses({ urls, ports, onUnexpectedExit, onWorkerExit: onUnexpectedExit });

  const file = join(dir, 'lots.csv');
  await writeSyntheticCsv(file, lots);
  console.log('| row | per second | p50 | p99 |\n|---|---|---|---|');
  for (const name of ['import, first', 'import, again']) {
    const took = await importSeconds(file);
    console.log(`| ${name} | ${Math.round(lots / took)} lots in ${took.toFixed(1)} s | | |`);
  }
  for (const [name, path] of Object.entries(paths).filter(([name]) => name.startsWith(only))) {
    const again = Array.from({ length: repeated }, () => path(lots));
    for (const one of again) await (await fetch(apiUrl + one)).arrayBuffer();
    let next = 0;
    await measureRequests(apiUrl, `${name}, cold`, seconds, () => path(lots));
    await measureRequests(apiUrl, `${name}, cached`, seconds, () => again[next++ % repeated]!);
  }
}

/** From the command to its end, as an operator sees it. */
async function importSeconds(file: string): Promise<number> {
  const start = performance.now();
  const command = [join(import.meta.dirname, '../ingest/cli/gem-auctions.js'), 'import', file];
  await runProgram(process.execPath, command);
  return (performance.now() - start) / 1000;
}

async function measureRequests(url: string, row: string, duration: number, path: () => string) {
  const setupRequest = (request: object) => ({ ...request, path: path() });
  const run = { url, connections, requests: [{ setupRequest }] };
  await autocannon({ ...run, duration: warmUpSeconds });
  const { requests, latency, non2xx, errors } = await autocannon({ ...run, duration });
  if (non2xx + errors > 0) throw new Error(`${row}: ${non2xx + errors} requests failed.`);
  console.log(`| ${row} | ${Math.round(requests.average)} | ${latency.p50} ms | ${latency.p99} ms |`);
}
