import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { announcements } from '../../../support/announcements.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const header = 'id,title,gem_type,carat,price_final_usd,flags,auction_house,auction_date,lot_number';
const lot = (id: number, price: number | '', gem = 'Ruby', flags = '', sold = ',,') =>
  `${id},Lot ${id},${gem},1,${price},${flags},${sold}`;
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
  it('outliers are flagged only for types with at least twenty priced lots, and lose the flag when prices change', async () => {
    await put([...usualLots(1, 18), lot(100, 9_000_000), lot(101, '')]);
    expect(await flagged()).toEqual([]);
    await put([lot(102, 1_100), lot(300, 1_000, 'Opal', 'PRICE_OUTLIER;MULTI_STONE')]);
    expect(await flagged()).toEqual([100]);
    await put(Array.from({ length: 60 }, (_, i) => lot(200 + i, 9_000_000 + i * 1_000)));
    await expectByTheRule();
    expect(await flagged()).not.toContain(100);
  });

  it('many types are flagged by the rule at once, and a repeated import changes nothing', async () => {
    const lines = ['Spinel', 'Emerald', 'Pearl'].flatMap((gem, g) =>
      Array.from({ length: 150 }, (_, i) => {
        const skew = Math.exp((((i * 7919) % 150) / 150 - 0.5) * (g + 1));
        return lot(1_000 + g * 1_000 + i, Math.round(5_000 * skew * (i % 29 === 0 ? 400 : 1)), gem);
      }),
    );
    // More than half of these have one price.
    const prices = Array.from({ length: 21 }, (_, i) => (i < 11 ? 1_000 : 1_000 * 7 ** (i - 15)));
    lines.push(...prices.map((price, i) => lot(400 + i, Math.round(price), 'Zircon')));
    await put(lines);
    const first = await flagged();
    expect(first.length).toBeGreaterThan(10);
    await expectByTheRule();
    const announced = announcements(ingest);
    await announced.ready;
    const { data_version } = await put(lines);
    expect(await flagged()).toEqual(first);
    // The version before, as publishing begins, then only one, so readers never see the lots without the flag.
    expect(new Set((await announced.until(data_version)).slice(1)).size).toBe(1);
  });

  it('a flagged record can still be overwritten, and flags follow deletions', async () => {
    const id = (await flagged())[0]!;
    expect(await put([lot(id, 1_234, 'Spinel')])).toMatchObject({ indexed: 1, superseded: 0 });
    await expectByTheRule();
    const pearls = (await ingest.records()).filter(({ gem_type }) => gem_type === 'Pearl');
    await put(
      pearls.slice(0, -10).map(({ id }) => lot(id, 1)),
      { mode: 'delete' },
    );
    await expectByTheRule();
  });

  it('a lot that two sources have counts once among the twenty', async () => {
    const agates = (from: number) =>
      Array.from({ length: 15 }, (_, i) =>
        lot(from + i, i === 0 ? 9_000_000 : 1_000 + i, 'Agate', '', `Bonhams,2020-05-12,${i + 1}`),
      );
    await put(agates(5_000));
    expect(await put(agates(6_000))).toMatchObject({ duplicates: 15 });
    expect((await flagged()).filter((id) => id >= 5_000)).toEqual([]);
  });
});
