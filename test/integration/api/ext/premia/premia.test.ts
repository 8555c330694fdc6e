import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachOf } from '../../../../../api/ext/regression/quantiles.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords, plainModel } from '../../../../support/hedonic-records.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** Rubies, some of whose published prices include a buyer's premium of 25%; otherwise they do not differ. */
const rubies = marketRecords(400, 3).map((record, i): AuctionRecord => {
  const basis = (['hammer', 'premium', 'unknown', null] as const)[i % 4]!;
  return basis === 'premium'
    ? buildAuction({
        ...record,
        price_basis: basis,
        price_final_usd: Math.round(1.25 * record.price_final_usd!),
      })
    : buildAuction({ ...record, price_basis: basis });
});

const lotsLike = (count: number, from: number, known: Partial<AuctionRecord>) =>
  Array.from({ length: count }, (_, i) =>
    buildAuction({
      ...{ id: from + i, carat: 1.5 + (i % 5) / 10, treatment: 'No heat', auction_house: 'Bonhams' },
      ...{ auction_date: `2016-0${1 + (i % 9)}-12`, price_final_usd: 20_000 + 900 * i },
      ...known,
    }),
  );

const others = [
  ...lotsLike(4, 1000, { origin: 'Vietnam' }),
  // Heavier than every other stone.
  ...lotsLike(6, 1100, { origin: 'Tanzania', carat: 150 }),
  // Sold in a period without other sales.
  ...lotsLike(7, 1200, { origin: 'Thailand', auction_date: '1999-05-03' }),
  // Two traits that always occur together cannot be separated.
  ...lotsLike(8, 1300, { origin: 'Madagascar', auction_house: 'Phillips' }),
  ...lotsLike(5, 1400, { flags: ['PRICE_OUTLIER'], price_final_usd: 90_000_000 }),
  ...lotsLike(3, 1500, { flags: ['MULTI_STONE'] }),
];
/** Some of the rubies under another gem name, as its only lots. */
const spinels = rubies.slice(0, 150).map((ruby) => ({ ...ruby, id: 2000 + ruby.id, gem_type: 'Spinel' }));

/** An index of its own: markets of values that are too rare, too heavy, too early or tied to others. */
let api: ApiOverRecords;

beforeAll(async () => {
  api = await startApiOver([...rubies, ...others, ...spinels]);
});
afterAll(() => api?.close());

async function ask(query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, '/api/ext/premia', {
    gem_name: 'ruby',
    ...query,
  });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body.data;
}

const yearOf = (record: AuctionRecord) => record.auction_date!.slice(0, 4);

/** Compares factors with a plain fit over the records. */
function expectPlain(
  values: Body[],
  records: AuctionRecord[],
  { trait, reference }: { trait: string; reference: string },
) {
  const { columns, coefficients, errorOf } = plainModel(records, yearOf, yearOf(records[0]!));
  const contrastOf = (value: string) =>
    columns.map(
      (column) => Number(column === `${trait} ${value}`) - Number(column === `${trait} ${reference}`),
    );
  for (const { value, factor, low, high, ...row } of values) {
    const contrast = contrastOf(value);
    const ln = contrast.reduce((sum, weight, i) => sum + weight * coefficients[i]!, 0);
    const { error, degreesOfFreedom } = errorOf(contrast);
    const reach = reachOf(degreesOfFreedom) * error;
    expect(row.refused).toBeNull();
    expect(Math.abs(factor / Math.exp(ln) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(low / Math.exp(ln - reach) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(high / Math.exp(ln + reach) - 1)).toBeLessThan(1e-5);
    const ofValue = records.filter((record) => traitOf(record, trait) === value);
    expect(row.lots).toBe(ofValue.length);
    expect(row.sales).toBe(
      new Set(ofValue.map(({ auction_date, auction_house }) => `${auction_date} ${auction_house}`)).size,
    );
  }
}

const traitOf = (record: AuctionRecord, trait: string) => record[trait as 'origin'];

describe('/api/ext/premia', () => {
  it.for(['origin', 'treatment', 'auction_house'] as const)(
    'trait effects agree with a plain fit over the lots: %s',
    async (trait) => {
      const data = await ask({ gem_name: 'spinel', trait });
      const reference = data.reference.value;
      const names = new Set(
        spinels.map((record) => traitOf(record, trait)).filter((value) => value !== null),
      );
      expect(data.values.length).toBe(names.size - 1);
      expectPlain(data.values, spinels, { trait, reference });
      expect(data.model.n).toBe(spinels.length);
      const factors = data.values.map(({ factor }: Body) => factor);
      expect(factors).toEqual(factors.toSorted((a: number, b: number) => b - a));
    },
  );

  it('a value is refused when its lots do not overlap with those of the reference', async () => {
    const data = await ask({});
    const refused = Object.fromEntries(
      data.values.flatMap(({ value, refused }: Body) => (refused ? [[value, refused]] : [])),
    );
    expect(refused).toEqual({
      Tanzania: 'no_common_weight',
      Thailand: 'no_common_period',
      Madagascar: 'not_separable',
    });
    expect(data.pooled).toEqual({ values: 1, lots: 4 });
    expect(data.unknown_lots).toBe(rubies.filter(({ origin }) => origin === null).length);
    for (const value of data.values.filter((one: Body) => one.refused)) {
      expect([value.factor, value.low, value.high]).toEqual([null, null, null]);
    }
  });

  it('each value has filters that find its lots, and the reference is named as in records', async () => {
    const data = await ask({ is_sold: 'true' });
    const [{ value, filter }] = data.values;
    expect(filter).toMatchObject({ gem_name: 'Ruby', origin: value, is_sold: 'true' });
    const plain = await ask({});
    const most = Map.groupBy(
      [...rubies, ...others].filter(({ origin, flags }) => origin && !flags.includes('MULTI_STONE')),
      ({ origin }) => origin,
    );
    const [first] = [...most.values()].sort((a, b) => b.length - a.length);
    expect(plain.reference).toMatchObject({ value: first![0]!.origin, lots: first!.length });
  });

  it('without lots there is nothing to compare', async () => {
    const data = await ask({ gem_name: 'opal' });
    expect(data).toMatchObject({ values: [], reference: { value: null, lots: 0 } });
  });

  it('unknown parameters and values are refused', async () => {
    await expectRefused(api.url, '/api/ext/premia', [
      ['trait=origin', 'gem_name'],
      ['gem_name=ruby,spinel', 'gem_name'],
      ['gem_name=ruby&trait=weight', 'trait'],
      ['gem_name=ruby&trait=price_basis', 'trait'],
      ['gem_name=ruby&interval=decade', 'interval'],
    ]);
  });
});
