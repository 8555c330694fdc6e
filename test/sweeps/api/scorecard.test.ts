import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScorecard } from '../../../api/ext/scorecard/run-scorecard.ts';
import type { RunningApi } from '../../../api/server.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { type Body, get } from '../../support/get.ts';
import { marketRecords } from '../../support/hedonic-records.ts';
import { plainReach } from '../../support/plain-student.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

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
  ...['price_final_usd', 'is_sold', 'is_synthetic'],
] as const;
const toLine = (record: AuctionRecord) =>
  JSON.stringify(Object.fromEntries(knownFields.map((name) => [name, record[name]])));
const toFile = (records: AuctionRecord[]) => `${records.map(toLine).join('\n')}\n`;

let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.ndjson', toFile([...rubies, ...garnets, ...others]));
  await runScorecard(ingest.environment, { maxYears: 4, maxLotsPerYear: 1_000, maxLots: 10_000 });
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

async function ask(path: string, query: Record<string, string> = {}): Promise<Body> {
  const { status, body } = await get(api.url, `/api/ext/${path}`, query);
  expect(status).toBe(200);
  return body;
}

async function readScorecard(query: Record<string, string> = {}): Promise<Body> {
  const body = await ask('scorecard', query);
  expect(body.meta.status).toBe('current');
  return body;
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
async function valueLot(record: AuctionRecord, only: Record<string, string> = {}) {
  const { data } = await ask('comparables', {
    gem_name: 'ruby',
    carat: String(record.carat),
    as_of: `${Number(record.auction_date!.slice(0, 4)) - 1}-12-31`,
    ...(record.origin && { origin: record.origin }),
    ...(record.treatment && { treatment: record.treatment }),
    ...(record.auction_house && { auction_house: record.auction_house }),
    ...only,
  });
  const sale = `${record.auction_date} ${record.auction_house ?? ''}`;
  return {
    price: record.price_final_usd!,
    sale,
    ...data.prediction.price_usd,
  };
}

type Valued = Awaited<ReturnType<typeof valueLot>>;

function expectFigures(found: Body, all: Valued[]) {
  const valued = all.filter(({ median }) => median !== undefined);
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
  expectIntervals(found, valued);
  near(found.width, middleOf(valued.map(({ low, high }) => high / low)));
  near(found.bias, middleOf(valued.map(({ median, price }) => Math.log(median) - Math.log(price))));
}

/** Both ends of each interval, by the totals of sales. */
function expectIntervals(found: Body, valued: Valued[]) {
  const sales = [...Map.groupBy(valued, ({ sale }) => sale).values()];
  const errorOf = (of: (lot: Valued) => number) => {
    const center = meanOf(valued.map(of))!;
    const squares = sales.map((lots) => lots.reduce((sum, lot) => sum + of(lot) - center, 0) ** 2);
    const scatter = squares.reduce((sum, square) => sum + square, 0);
    return Math.sqrt((scatter * sales.length) / (sales.length - 1)) / valued.length;
  };
  if (sales.length < 2) {
    expect([found.mean_absolute_log_error_low, found.coverage_high]).toEqual([null, null]);
    return;
  }
  const reach =
    plainReach(sales.length - 1) * errorOf(({ median, price }) => Math.abs(Math.log(median / price)));
  near(found.mean_absolute_log_error_low, Math.max(0, found.mean_absolute_log_error - reach));
  near(found.mean_absolute_log_error_high, found.mean_absolute_log_error + reach);
  const share = found.coverage;
  const error = errorOf(({ low, high, price }) => Number(low <= price && price <= high));
  const n = Math.min(valued.length, error > 1e-9 ? (share * (1 - share)) / error ** 2 : sales.length);
  // Wilson's ends p have (share − p)² = z² p (1 − p) ÷ n.
  for (const end of [found.coverage_low, found.coverage_high])
    expect(Math.abs((share - end) ** 2 - (1.959963984540054 ** 2 * end * (1 - end)) / n)).toBeLessThan(1e-5);
  expect(found.coverage_low).toBeLessThanOrEqual(share);
  expect(found.coverage_high).toBeGreaterThanOrEqual(share);
}

describe('/api/ext/scorecard', () => {
  it('a scorecard equals what a client finds by valuing the same lots', async () => {
    const { data, meta } = await readScorecard();
    expect(meta.computed_for).toBe(meta.data_version);
    expect(data.map(({ gem_type, lots }: Body) => [gem_type, lots])).toEqual([
      ['Ruby', 400],
      ['Tsavorite', 6],
    ]);
    const [{ comparables }] = data;
    const tested = rubies.filter(({ auction_date }) => auction_date! >= '2016');
    const valued: Valued[] = [];
    for (const record of tested) valued.push(await valueLot(record));
    expectFigures(comparables, valued);
    expect(comparables).toMatchObject({ sampled: tested.length, of: tested.length });
    expect(comparables.n).toBeGreaterThan(200);
  });
});

describe('real lots beside generated ones', () => {
  it('the scorecard of real lots equals what a client finds from real lots alone', async () => {
    const mixed = await startIngest();
    const limits = { maxYears: 2, maxLotsPerYear: 1_000, maxLots: 10_000 };
    const generated = marketRecords(300, 8).map((record) => ({
      ...record,
      ...{ id: 20_000 + record.id, title: `A generated ruby, ${record.id}`, lot_number: `G${record.id}` },
      ...{ price_final_usd: 40 * record.price_final_usd!, is_synthetic: true },
    }));
    await mixed.import('generated.ndjson', toFile(generated));
    await runScorecard(mixed.environment, limits);
    const own = await startApi({ INDEX_ALIAS: mixed.alias });
    const [first, outer] = [api, own];
    api = outer;
    try {
      // No lot is real: only the scorecard of all lots exists.
      const samples = await readScorecard();
      expect(samples.data[0]).toMatchObject({ gem_type: 'Ruby', lots: 300, synthetic_lots: 300 });
      expect((await readScorecard({ is_synthetic: 'false' })).data).toEqual([]);

      await mixed.import('real.ndjson', toFile(rubies));
      await runScorecard(mixed.environment, limits);
      const all = (await readScorecard()).data[0];
      const [real] = (await readScorecard({ is_synthetic: 'false' })).data;
      expect(all).toMatchObject({ lots: 700, synthetic_lots: 300 });
      expect(real).toMatchObject({ lots: 400, synthetic_lots: 0 });
      const tested = rubies.filter(({ auction_date }) => auction_date! >= '2018');
      const valued: Valued[] = [];
      for (const record of tested) valued.push(await valueLot(record, { is_synthetic: 'false' }));
      expectFigures(real.comparables, valued);
      expect(real.comparables.of).toBe(tested.length);
      expect(all.comparables.of).toBeGreaterThan(tested.length);
      expect(all.comparables.mean_absolute_log_error).not.toBe(real.comparables.mean_absolute_log_error);
    } finally {
      api = first;
      await own.close();
      await mixed.close();
    }
  });
});
