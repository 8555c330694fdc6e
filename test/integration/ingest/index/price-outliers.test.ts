import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { medianOf, priceSpreads } from '../../../../ingest/index/flag-price-outliers.ts';
import { readDataVersion } from '../../../../ingest/index/live-index.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { announcements } from '../../../support/announcements.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const header = 'id,title,gem_type,carat,price_final_usd,flags';
const lot = (id: number, price: number | '', gem = 'Ruby', flags = '') =>
  `${id},Lot ${id},${gem},1,${price},${flags}`;
const put = (lines: string[], options: object = {}) =>
  ingest.import(`${Math.random()}.csv`, [header, ...lines].join('\n'), options);

/** The documented rule, applied to plain records. */
function outliersOf(records: AuctionRecord[]): number[] {
  const median = (values: number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
  };
  return Object.values(Object.groupBy(records, (record) => record.gem_type)).flatMap((group) => {
    const priced = group!.filter((record) => (record.price_per_carat_usd ?? 0) > 0);
    if (priced.length < 20) return [];
    const ln = (record: AuctionRecord) => Math.log(record.price_per_carat_usd!);
    const middle = median(priced.map(ln));
    const mad = median(priced.map((record) => Math.abs(ln(record) - middle)));
    if (mad === 0) return [];
    return priced
      .filter((record) => Math.abs((0.6745 * (ln(record) - middle)) / mad) > 3.5)
      .map(({ id }) => id);
  });
}

async function flagged(): Promise<number[]> {
  return (await ingest.records()).filter(({ flags }) => flags.includes('PRICE_OUTLIER')).map(({ id }) => id);
}
const expectByTheRule = async () =>
  expect(await flagged()).toEqual(outliersOf(await ingest.records()).sort((a, b) => a - b));

/** Similar prices with random variation. */
const usualLots = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => lot(from + i, 1_000 + ((i * 37) % 200)));

describe('PRICE_OUTLIER', () => {
  it('outliers are flagged only for types with at least twenty priced lots', async () => {
    await put([...usualLots(1, 18), lot(100, 9_000_000), lot(101, '')]);
    expect(await flagged()).toEqual([]);
    await put([lot(102, 1_100)]);
    expect(await flagged()).toEqual([100]);
    await expectByTheRule();
  });

  it('lots of earlier imports lose the flag when new data makes their price usual', async () => {
    await put(Array.from({ length: 60 }, (_, i) => lot(200 + i, 9_000_000 + i * 1_000)));
    await expectByTheRule();
    expect(await flagged()).not.toContain(100);
  });

  it('the flag follows the rule, not the value in a file', async () => {
    await put([lot(300, 1_000, 'Opal', 'PRICE_OUTLIER;MULTI_STONE'), lot(301, '', 'Ruby', 'PRICE_OUTLIER')]);
    await expectByTheRule();
    expect((await ingest.records()).find(({ id }) => id === 300)?.flags).toEqual(['MULTI_STONE']);
  });

  it('many types are flagged by the rule at once, and a repeated import changes nothing', async () => {
    const lines = ['Spinel', 'Emerald', 'Opal', 'Pearl'].flatMap((gem, g) =>
      Array.from({ length: 150 }, (_, i) => {
        const skew = Math.exp((((i * 7919) % 150) / 150 - 0.5) * (g + 1));
        return lot(1_000 + g * 1_000 + i, Math.round(5_000 * skew * (i % 29 === 0 ? 400 : 1)), gem);
      }),
    );
    await put(lines);
    const first = await flagged();
    expect(first.length).toBeGreaterThan(10);
    await expectByTheRule();
    const announced = announcements(ingest);
    await announced.ready;
    await put(lines);
    expect(await flagged()).toEqual(first);
    // The version before, as publishing begins, then only one, so readers never see the lots without the flag.
    expect(new Set(announced.messages.slice(1).map(({ data_version }) => data_version)).size).toBe(1);
    announced.close();
  });

  it('no lot is flagged when more than half of its type have one price', async () => {
    const prices = Array.from({ length: 21 }, (_, i) => (i < 11 ? 1_000 : 1_000 * 7 ** (i - 15)));
    await put(prices.map((price, i) => lot(400 + i, Math.round(price), 'Zircon')));
    await expectByTheRule();
    expect((await flagged()).filter((id) => id >= 400 && id < 421)).toEqual([]);
  });

  it('with more prices than quantiles, a lot close to a bound keeps its flag as it is', async () => {
    const own = await startIngest();
    const put = (lines: string[]) => own.import('lots.csv', [header, ...lines].join('\n'));
    const logs = Array.from({ length: 2_001 }, (_, i) => 9 + i / 1_000);
    const bulk = logs.map((ln, i) => lot(i + 1, Math.round(Math.exp(ln)), 'Zircon'));
    // Four prices are at the upper end.
    const all = [...logs, 13, 13, 13, 13];
    const median = medianOf(all);
    const mad = medianOf(all.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b));
    const beyond = (mads: number) => Math.round(Math.exp(median + (3.5 / 0.6745 + mads) * mad));
    const edges = [-0.1, -0.007, 0.007, 0.1];
    const ids = edges.map((_, i) => 5_000 + i);
    await put([...bulk, ...edges.map((mads, i) => lot(ids[i]!, beyond(mads), 'Zircon'))]);
    const flaggedOf = async () =>
      (await own.records()).filter(({ id, flags }) => id >= 5_000 && flags.length > 0).map(({ id }) => id);
    expect(await flaggedOf()).toEqual([5_003]);
    for (const id of ids) {
      await own.elasticsearch.update({ index: own.alias, id: String(id), doc: { flags: ['PRICE_OUTLIER'] } });
    }
    await put([lot(1, 8_103, 'Zircon')]);
    expect(await flaggedOf()).toEqual([5_001, 5_002, 5_003]);
    await own.close();
  });

  it('flagging a record keeps its version and its import', async () => {
    const id = String((await flagged())[0]);
    const { _source, _version } = await ingest.elasticsearch.get<AuctionRecord>({ index: ingest.alias, id });
    expect(Math.floor(_version! / 2 ** 21)).toBe(_source!.import);
    const entry = await put([lot(Number(id), 1_234, 'Spinel')]);
    expect(entry).toMatchObject({ indexed: 1, superseded: 0 });
    await expectByTheRule();
  });

  it('flags disappear with deleted lots', async () => {
    const ids = (await ingest.records()).filter(({ gem_type }) => gem_type === 'Pearl').map(({ id }) => id);
    await put(
      ids.slice(0, ids.length - 10).map((id) => lot(id, 1)),
      { mode: 'delete' },
    );
    await expectByTheRule();
  });

  it('changed flags are published under their own data version', async () => {
    const engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
    const own = await startIngest({ elasticsearchUrl: engine.url });
    const direct = new Client({ node: inject('elasticsearchUrl').split(',')[0]! });
    const shown = async () => {
      const query = { term: { flags: 'PRICE_OUTLIER' } };
      const { count } = await direct.count({ index: own.alias, query });
      return { count, version: (await readDataVersion(direct, own.alias)).data_version };
    };
    await own.put('lots.csv', [header, ...usualLots(1, 19), lot(20, 9_000_000)].join('\n'));
    engine.holdWhen((request) => request.includes('PRICE_OUTLIER'));
    const id = await own.enqueue({ path: 'lots.csv' });
    await expect.poll(() => engine.waiting()).toBeGreaterThan(0);
    const written = await shown();
    engine.release();
    expect(await own.finished(id)).toMatchObject({ state: 'completed' });
    const marked = await shown();
    expect([written.count, marked.count]).toEqual([0, 1]);
    expect(marked.version).not.toBe(written.version);
    await own.close();
    await direct.close();
    await engine.close();
  });
});

describe('priceSpreads', () => {
  const query = { range: { price_per_carat_usd: { gt: 0 } } };
  const pricesOf = async () =>
    (await ingest.records()).flatMap(({ price_per_carat_usd }) => price_per_carat_usd || []);
  const spreadOf = async (count: number, most?: number) =>
    (await priceSpreads(ingest.elasticsearch, ingest.alias, [{ query, count }], most))[0]!;

  it('the spread is exact when each price is a quantile', async () => {
    const prices = await pricesOf();
    const logs = prices.map(Math.log).sort((a, b) => a - b);
    const median = medianOf(logs);
    const spread = await spreadOf(prices.length);
    expect(spread.median).toBeCloseTo(median, 12);
    const deviations = logs.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b);
    expect(spread.mad).toBeCloseTo(medianOf(deviations), 12);
  });

  it('the spread is within one rank of the exact one when there are fewer quantiles than prices', async () => {
    const { length } = await pricesOf();
    const exact = await spreadOf(length);
    const { median, mad } = await spreadOf(length, 201);
    expect(Math.abs(median - exact.median)).toBeLessThan(0.02 * exact.mad);
    expect(Math.abs(mad - exact.mad)).toBeLessThan(0.02 * exact.mad);
  });

  it('the prices of several types are read by one request', async () => {
    const { diagnostic } = ingest.elasticsearch;
    const group = { query, count: (await pricesOf()).length };
    let requests = 0;
    const count = () => requests++;
    diagnostic.on('request', count);
    const spreads = await priceSpreads(ingest.elasticsearch, ingest.alias, [group, group, group]);
    diagnostic.off('request', count);
    expect([spreads.length, requests]).toEqual([3, 1]);
  });
});
