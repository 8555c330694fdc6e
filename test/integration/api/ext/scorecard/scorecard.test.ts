import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue, QueueEvents } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { liveIndex, readDataVersion } from '../../../../../ingest/index/live-index.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import {
  type ScorecardJobData,
  scorecardAlias,
  scorecardId,
  scorecardJob,
  scorecardsQueueName,
} from '../../../../../mappings/scorecard.ts';
import { watchProcess } from '../../../../support/access/watched-process.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { runCommand } from '../../../../support/run-cli.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../../support/start-ingest.ts';
import { startTestScorecard } from '../../../../support/start-scorecard.ts';

/** Rubies of 2015 to 2019; every seventh has neither origin nor treatment. */
const rubies = marketRecords(400, 3).map((record, i) =>
  i % 7 === 0 ? { ...record, origin: null, treatment: null } : record,
);

/** Too few lots for any figure. */
const garnets = [1, 2, 3, 4, 5, 6].map((i) =>
  buildAuction({ id: 8000 + i, gem_type: 'Tsavorite', carat: 2, auction_date: `201${3 + i}-03-01` }),
);

/** Lots that are not sales with price, weight and date, and are not valued. */
const others = [
  { is_sold: false, price_final_usd: null },
  { price_final_usd: 0 },
  { carat: null },
  { auction_date: null },
].map((known, i) => buildAuction({ id: 9000 + i, auction_date: '2019-03-01', ...known }));

const knownFields = [
  ...['id', 'title', 'gem_type', 'carat', 'origin', 'treatment', 'auction_house', 'auction_date'],
  ...['price_final_usd', 'is_sold'],
] as const;
const toLine = (record: AuctionRecord) =>
  JSON.stringify(Object.fromEntries(knownFields.map((name) => [name, record[name]])));
const toFile = (records: AuctionRecord[]) => `${records.map(toLine).join('\n')}\n`;

let ingest: TestIngest;
let scorecard: ReturnType<typeof startTestScorecard>;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  scorecard = startTestScorecard(ingest, { maxYears: 4, maxLotsPerYear: 1_000, maxLots: 10_000 });
  await ingest.import('lots.ndjson', toFile([...rubies, ...garnets, ...others]));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await scorecard?.close();
  await ingest?.close();
});

async function ask(path: string, query: Record<string, string> = {}): Promise<Body> {
  const { status, body } = await get(api.url, `/api/ext/${path}`, query);
  expect(status).toBe(200);
  return body;
}

/** The scorecard, as soon as it is computed from the current data. */
async function currentScorecard(query: Record<string, string> = {}): Promise<Body> {
  for (;;) {
    const body = await ask('scorecard', query);
    if (body.meta.status === 'current') return body;
    await pause(100);
  }
}

const near = (value: number | null, other: number | null, digits = 5) =>
  other === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(other, digits);

/** The median of sorted values. */
function middleOf(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const half = values.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}
const meanOf = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The response to a client who values a lot as of the end of the previous year. */
async function valueLot(record: AuctionRecord) {
  const { data } = await ask('comparables', {
    gem_name: 'ruby',
    carat: String(record.carat),
    as_of: `${Number(record.auction_date!.slice(0, 4)) - 1}-12-31`,
    ...(record.origin && { origin: record.origin }),
    ...(record.treatment && { treatment: record.treatment }),
    ...(record.auction_house && { auction_house: record.auction_house }),
  });
  return { price: record.price_final_usd!, grade: data.grade as string, ...data.price_usd };
}

type Valued = Awaited<ReturnType<typeof valueLot>>;

function expectFigures(found: Body, all: Valued[]) {
  const valued = all.filter(({ grade }) => grade !== 'none');
  expect(found.n).toBe(valued.length);
  near(
    found.median_absolute_percentage_error,
    middleOf(valued.map(({ median, price }) => Math.abs(median - price) / price)),
  );
  near(
    found.mean_absolute_log_error,
    meanOf(valued.map(({ median, price }) => Math.abs(Math.log(median) - Math.log(price)))),
  );
  near(found.coverage, meanOf(valued.map(({ low, high, price }) => (price < low || price > high ? 0 : 1))));
  near(found.width, middleOf(valued.map(({ low, high }) => high / low)));
  near(found.bias, middleOf(valued.map(({ median, price }) => Math.log(median) - Math.log(price))));
}

describe('/api/ext/scorecard', () => {
  it('a scorecard is computed after an import, and equals what a client finds by valuing the same lots', async () => {
    const { data, meta } = await currentScorecard();
    expect(meta.computed_for).toBe(meta.data_version);
    expect(data.map(({ gem_type, lots }: Body) => [gem_type, lots])).toEqual([
      ['Ruby', 400],
      ['Tsavorite', 6],
    ]);
    const [{ comparables, filter }] = data;
    expect(filter).toEqual({ gem_name: 'Ruby' });
    const tested = rubies.filter(({ auction_date }) => auction_date! >= '2016');
    const valued: Valued[] = [];
    for (const record of tested) valued.push(await valueLot(record));
    expectFigures(comparables, valued);
    expect(comparables).toMatchObject({ sampled: tested.length, of: tested.length });
    expect(comparables.n).toBeGreaterThan(200);

    const years = Map.groupBy(tested, ({ auction_date }) => auction_date!.slice(0, 4));
    expect(comparables.by_period.map(({ period }: Body) => period)).toEqual([...years.keys()].sort());
    for (const row of comparables.by_period) {
      expect(row.as_of).toBe(`${row.period - 1}-12-31`);
      expect(row).toMatchObject({ sampled: years.get(row.period)!.length, of: row.sampled });
      expectFigures(
        row,
        valued.filter((_, i) => tested[i]!.auction_date!.startsWith(row.period)),
      );
    }
    const grades = new Set(valued.map(({ grade }) => grade));
    grades.delete('none');
    expect(new Set(comparables.by_grade.map(({ grade }: Body) => grade))).toEqual(grades);
    expect(grades.size).toBeGreaterThan(1);
    for (const row of comparables.by_grade) {
      expectFigures(
        row,
        valued.filter(({ grade }) => grade === row.grade),
      );
    }
  });

  it('a scorecard shows the first and the current estimate of a year', async () => {
    const { data } = await currentScorecard({ gem_name: 'rubis' });
    const [{ index }] = data;
    expect(data.length).toBe(1);
    expect(index.revisions.map(({ period }: Body) => period)).toEqual(['2016', '2017', '2018']);
    const logs: number[] = [];
    let within = 0;
    for (const { period, first, first_low, first_high, now } of index.revisions) {
      const change = { gem_name: 'ruby', from: String(Number(period) - 1), to: period };
      const early = (await ask('price-index', { ...change, date_to: `${period}-12-31` })).data.change;
      expect({ first, first_low, first_high }).toEqual({
        ...{ first: early.relative_change, first_low: early.low, first_high: early.high },
      });
      near(now, (await ask('price-index', change)).data.change.relative_change, 4);
      logs.push(Math.abs(Math.log1p(first) - Math.log1p(now)));
      if (first_low <= now && now <= first_high) within++;
    }
    expect(new Set(logs).size).toBe(3);
    near(index.mean_absolute_revision, meanOf(logs));
    near(index.coverage, within / 3);
    // Three years are too few.
    expect(index.grade).toBe('F');
  });

  it('a gem with too few sales has no figure and the grade F', async () => {
    const { data } = await currentScorecard({ gem_name: 'tsavorite' });
    expect(data[0]).toMatchObject({
      comparables: { grade: 'F', n: 0, coverage: null, bias: null, width: null, by_grade: [], of: 4 },
      index: { grade: 'F', periods: 0, mean_absolute_revision: null, revisions: [] },
    });
  });

  it('the command line shows the scorecard', async () => {
    const { data, meta } = await currentScorecard();
    const { code, stdout } = await runCommand(['scorecard'], ingest.environment);
    expect(code).toBe(0);
    expect(stdout).toContain(`for data version ${meta.data_version}: current.`);
    const { n, grade } = data[0].comparables;
    expect(stdout).toMatch(new RegExp(`^Ruby +400 +${grade} +${n} `, 'm'));
    const { stdout: json } = await runCommand(['scorecard', '--json'], ingest.environment);
    expect(JSON.parse(json).gems).toEqual(data);
  });

  it('a gem without a scorecard gets an empty one, with a hint when no lot has the gem', async () => {
    const { data, meta } = await currentScorecard({ gem_name: 'rubby' });
    expect(data).toEqual([]);
    expect(meta.hints[0]).toMatchObject({ parameter: 'gem_name', value: 'rubby' });
  });

  it('another import leads to another scorecard with another ETag', async () => {
    const before = await get(api.url, '/api/ext/scorecard');
    const etag = before.headers.get('etag')!;
    const headers = { 'If-None-Match': etag };
    expect((await get(api.url, '/api/ext/scorecard', '', { headers })).status).toBe(304);
    expect(before.headers.get('last-modified')).toBe(new Date(before.body.meta.computed_at).toUTCString());

    // Other lots of the same sales, not duplicates of the first.
    const more = rubies.slice(0, 40).map((record, i) => ({
      ...record,
      ...{ id: 5000 + i, title: `Another ruby, ${i}`, lot_number: `A${i}` },
    }));
    await ingest.import('more.ndjson', toFile(more));
    const outdated = await get(api.url, '/api/ext/scorecard', '', { headers });
    expect(outdated.status).toBe(200);
    const { data, meta } = await currentScorecard();
    expect(meta.computed_for).not.toBe(before.body.meta.computed_for);
    expect(data[0].lots).toBe(440);
    const after = await get(api.url, '/api/ext/scorecard', '', {
      headers: { 'If-None-Match': outdated.headers.get('etag')! },
    });
    expect(after.status).toBe(outdated.body.meta.status === 'current' ? 304 : 200);
  });
});

describe('the path before the first scorecard', () => {
  it('before the first scorecard the response is empty and says so', async () => {
    const early = await startIngest();
    await early.import('few.ndjson', toFile(garnets));
    const first = await startApi({ INDEX_ALIAS: early.alias });
    const { status, body } = await get(first.url, '/api/ext/scorecard');
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ status: 'none', computed_for: null, computed_at: null });
    await first.close();
    await early.close();
  });
});

describe('interrupted scorecard processes', () => {
  it('a scorecard left by a killed process, or by one that met newer data, is computed by the next one', async () => {
    const other = await startIngest();
    const queue = new Queue<ScorecardJobData>(scorecardsQueueName(other.alias), { connection: other.redis });
    await other.import('lots.ndjson', toFile(rubies));
    const { data_version } = await versionOf(other);
    const killed = watchProcess('api/ext/scorecard/worker.ts', {
      ...other.environment,
      SCORECARD_QUIET_S: '0',
    });
    while ((await queue.getActiveCount()) === 0) await pause(5);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await scoredVersion(other)).toBeUndefined();

    // The data has a new version: one of the two jobs stops, and one of the two processes completes the other.
    const locks = { stalledInterval: 500, lockDuration: 2_000 };
    const start = () => startTestScorecard(other, { maxLotsPerYear: 3 }, { locks });
    const both = [start(), start()];
    await other.import('more.ndjson', toFile(garnets));
    const newer = (await versionOf(other)).data_version;
    expect(newer).not.toBe(data_version);
    while ((await scoredVersion(other)) !== newer) await pause(20);
    while ((await queue.getJobCountByTypes('wait', 'active', 'delayed')) > 0) await pause(20);
    const index = `${scorecardAlias(other.alias)}-1`;
    const stored = { index, id: scorecardId, _source: false };
    const { _version: writes } = await other.elasticsearch.get(stored);

    // A job for outdated data does nothing, and neither does a job whose scorecard is already stored.
    const events = new QueueEvents(queue.name, { connection: other.redis.duplicate() });
    await events.waitUntilReady();
    const outcomes: string[] = [];
    for (const version of [data_version, newer]) {
      const { name, data, opts } = scorecardJob(version, 0);
      const completed = once(events, 'completed');
      await queue.add(name, data, opts);
      outcomes.push((await completed)[0].returnvalue);
    }
    expect(outcomes).toEqual(['superseded', 'unchanged']);
    await events.close();
    expect(await scoredVersion(other)).toBe(newer);
    expect((await other.elasticsearch.get(stored))._version).toBe(writes);
    expect(await queue.getFailedCount()).toBe(0);
    await queue.close();
    for (const process of both) await process.close();
    await other.close();
  });
});

/** The data version of the stored scorecard. */
async function scoredVersion({ elasticsearch, alias }: TestIngest): Promise<string | undefined> {
  const request = { index: scorecardAlias(alias), id: scorecardId };
  const stored = await elasticsearch.get<{ data_version: string }>(request, { ignore: [404] });
  return stored._source?.data_version;
}

async function versionOf({ elasticsearch, alias }: TestIngest) {
  return readDataVersion(elasticsearch, (await liveIndex(elasticsearch, alias))!);
}
