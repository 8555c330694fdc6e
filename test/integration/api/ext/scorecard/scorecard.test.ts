import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScorecard } from '../../../../../api/ext/scorecard/run-scorecard.ts';
import type { RunningApi } from '../../../../../api/server.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { runCli } from '../../../../support/run-cli.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../../support/start-ingest.ts';

/*
 * An alias of its own: the shared data have no scorecard. The sweep of scorecards computes all figures from the responses to a
 * client.
 */
const rubies = marketRecords(120, 3);
/** Too few lots for any figure. */
const garnets = rubies
  .slice(0, 6)
  .map((record) => ({ ...record, id: 8000 + record.id, gem_type: 'Tsavorite' }));

const knownFields = [
  ...['id', 'title', 'gem_type', 'carat', 'origin', 'treatment', 'auction_house', 'auction_date'],
  ...['price_final_usd', 'is_sold'],
] as (keyof AuctionRecord)[];
const toFile = (records: AuctionRecord[]) =>
  records.map((record) => `${JSON.stringify(record, knownFields)}\n`).join('');

const limits = { maxYears: 2, maxLotsPerYear: 8, maxLots: 100 };

let ingest: TestIngest;
let api: RunningApi;
let before: Body;

beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.ndjson', toFile([...rubies, ...garnets]));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
  before = await ask();
  expect(await runScorecard(ingest.environment, limits)).toBe('stored');
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

async function ask(query: Record<string, string> = {}): Promise<Body> {
  const { status, body } = await get(api.url, '/api/ext/scorecard', query);
  expect(status).toBe(200);
  return body;
}

test('before the first scorecard the response is empty and says so', () => {
  expect(before.data).toEqual([]);
  expect(before.meta).toMatchObject({ status: 'none', computed_for: null, computed_at: null });
});

test('a scorecard has the valued lots of each gem', async () => {
  const { data, meta } = await ask();
  expect(meta).toMatchObject({ status: 'current', computed_for: meta.data_version });
  const [ruby, tsavorite] = data;
  expect(ruby).toMatchObject({ gem_type: 'Ruby', lots: 120 });
  const of = rubies.filter(({ auction_date }) => auction_date! >= '2018').length;
  expect(ruby.comparables).toMatchObject({ sampled: 16, of, grade: null });
  expect(tsavorite.comparables).toMatchObject({
    ...{ n: 0, coverage: null, bias: null },
    ...{ grade: null, grade_reason: 'Fewer than 30 lots were valued.' },
  });
  // No lot is generated.
  expect((await ask({ is_synthetic: 'false' })).data).toEqual(data);
  expect((await ask({ is_synthetic: 'true' })).data).toEqual([]);
});

test('a gem without a scorecard gets an empty one with a hint, and filters that were not tested are refused', async () => {
  const { data, meta } = await ask({ gem_name: 'rubby' });
  expect(data).toEqual([]);
  expect(meta.hints[0]).toMatchObject({ parameter: 'gem_name', value: 'rubby' });
  await expectRefused(api.url, '/api/ext/scorecard', [
    ['origin=Burma', 'origin'],
    ['price_min=1000', 'price_min'],
  ]);
});

test('the command line computes nothing for data with a scorecard, and shows it', async () => {
  const { data, meta } = await ask();
  const { code, stdout } = await runCli(['scorecard', '--json'], ingest.environment);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ gems: data, computed_at: meta.computed_at });
});

test('after an import the last scorecard is outdated until the next run, which has another ETag', async () => {
  const first = await get(api.url, '/api/ext/scorecard');
  const headers = { 'If-None-Match': first.headers.get('etag')! };
  expect((await get(api.url, '/api/ext/scorecard', '', { headers })).status).toBe(304);
  await ingest.import('more.ndjson', toFile(garnets.map((record) => ({ ...record, id: 100 + record.id }))));
  const outdated = await get(api.url, '/api/ext/scorecard', '', { headers });
  expect(outdated.body).toMatchObject({ data: first.body.data, meta: { status: 'outdated' } });
  const again = { 'If-None-Match': outdated.headers.get('etag')! };
  expect(await runScorecard(ingest.environment, limits)).toBe('stored');
  expect((await get(api.url, '/api/ext/scorecard', '', { headers: again })).status).toBe(200);
  const { meta } = await ask();
  expect(meta).toMatchObject({ status: 'current', computed_for: meta.data_version });
});

test('a scorecard cannot be computed without data: the command says so and fails', async () => {
  const nowhere = { ...ingest.environment, INDEX_ALIAS: `${ingest.alias}-none` };
  const { code, stderr } = await runCli(['scorecard'], nowhere);
  expect([code, stderr]).toEqual([1, expect.stringContaining('nothing has been imported')]);
});
