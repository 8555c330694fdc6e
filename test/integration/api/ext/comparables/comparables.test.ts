import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceFieldOf } from '../../../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { cpiOfMonth } from '../../../../../mappings/us-cpi.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import {
  type PlainStone,
  plainFactors,
  plainLevels,
  plainSummaryOf,
  plainWeight,
} from '../../../../support/plain-comparables.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const asOf = '2019-12-15';
/** Every seventh ruby is from Thailand, which is in the same region as Myanmar. */
const rubies = marketRecords(450, 1).map((record, i) =>
  i % 7 === 0 ? { ...record, origin: 'Thailand' } : record,
);
const region = ['Myanmar', 'Thailand', 'Vietnam', 'Cambodia'];

/** Lots that must not count, although each matches the requested stone exactly. */
const others: AuctionRecord[] = [
  { auction_date: '2019-12-16' },
  { auction_date: '2020-05-12' },
  { auction_date: '2019-12-01', auction_date_precision: 'month' as const },
  { auction_date: '2019-01-01', auction_date_precision: 'year' as const },
  { auction_date: null },
  { is_sold: false, price_final_usd: null },
  { flags: ['MULTI_STONE' as const] },
  { price_final_usd: 0 },
  { duplicate_of: 1 },
].map((known, i) =>
  buildAuction({ id: 9000 + i, carat: 2.5, treatment: 'No heat', auction_date: '2019-06-12', ...known }),
);

/** Gems without enough lots for a price model. */
const garnets = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((i) =>
  buildAuction({
    id: 8000 + i,
    gem_type: 'Tsavorite',
    origin: 'Kenya',
    carat: 2,
    price_final_usd: 1000 * i,
    auction_date: `20${15 + (i % 4)}-03-01`,
  }),
);

/** Ten lots more than an estimate uses; the first ten are older. */
const peridots = Array.from({ length: 310 }, (_, i) =>
  buildAuction({
    id: 7000 + i,
    gem_type: 'Peridot',
    auction_date: i < 10 ? '2015-06-01' : '2018-06-01',
    price_final_usd: 1000 + i,
  }),
);

/** Sapphires with a published price and with one, both or neither of the other prices. */
const sapphires = marketRecords(240, 3).map((record, i): AuctionRecord => {
  const price = record.price_final_usd!;
  const known = [
    { price_basis: 'hammer', price_hammer_usd: price, price_premium_usd: Math.round(price * 1.25) },
    { price_basis: 'premium', price_premium_usd: price, price_hammer_usd: Math.round(price / 1.2) },
    { price_basis: 'premium', price_premium_usd: price },
    { price_basis: 'hammer', price_hammer_usd: price },
    { price_basis: 'unknown' },
  ] as const;
  return buildAuction({ ...record, id: 20_000 + i, gem_type: 'Sapphire', ...known[i % 5]! });
});

/** Lots without a published price, which are not comparables. */
const hammerOnly = [1, 2, 3].map((i) =>
  buildAuction({
    ...{ id: 21_000 + i, gem_type: 'Sapphire', carat: 2.5, auction_date: '2019-11-15' },
    ...{ price_final_usd: null, price_hammer_usd: 9000 },
  }),
);

/** Garnets of one origin, of which four were heated. */
const spessartines = Array.from({ length: 40 }, (_, i) =>
  buildAuction({
    ...{ id: 31_000 + i, gem_type: 'Spessartine', origin: 'Namibia', carat: 2 },
    ...{ auction_date: `201${5 + (i % 5)}-0${1 + (i % 9)}-01`, price_final_usd: 1000 + 10 * i },
    treatment: i % 10 === 0 ? 'Heated' : null,
    labs: i % 15 === 7 ? ['AGL'] : i % 2 === 0 ? ['Gübelin'] : [],
  }),
);

/** An index of its own: gems with generated markets, large enough for a price model and small enough for plain matrices. */
let api: ApiOverRecords;
beforeAll(async () => {
  const markets = [...rubies, ...sapphires];
  api = await startApiOver([...markets, ...others, ...garnets, ...peridots, ...spessartines, ...hammerOnly]);
});
afterAll(() => api?.close());

async function ask(query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, '/api/ext/comparables', query);
  expect(status).toBe(200);
  return body;
}

/** Lots with the compared price as price per carat, and their adjustment to a stone. */
const marketOf = (records: AuctionRecord[], dollars = 1) => ({
  ...{ records, dollars },
  ...plainFactors(records, asOf),
});
const rubyLots = marketOf(rubies);

const near = (value: number, other: number) => expect(Math.abs(value / other - 1)).toBeLessThan(1e-5);

/** Compares a response with a scan of all lots. */
function expectPlain(data: Body, stone: PlainStone, place: number, market = rubyLots) {
  const { records, dollars, factorsOf, withinSale } = market;
  const levels = plainLevels(records, stone, asOf);
  expect(data.levels.map(({ lots }: Body) => lots)).toEqual(levels.map(({ length }) => length));
  const wide = levels.find(({ length }) => length >= 300) ?? levels.at(-1)!;
  const all = wide
    .map((record) => {
      const { time, size, traits, residual } = factorsOf(record, stone);
      const adjusted = record.price_per_carat_usd! * time * size * traits;
      return {
        ...{ record, time, size, traits, residual, adjusted, value: Math.log(adjusted) },
        weight: plainWeight(record, stone, asOf),
        sale: `${record.auction_date} ${record.auction_house}`,
        isComparable: levels[place]!.includes(record),
      };
    })
    .sort((a, b) => Number(b.isComparable) - Number(a.isComparable) || b.weight - a.weight)
    .slice(0, 300);
  const lots = all.filter(({ isComparable }) => isComparable);
  expect([data.n, data.range_n]).toEqual([lots.length, all.length]);
  const weights = lots.map(({ weight }) => weight);
  for (const [i, found] of data.lots.entries()) {
    near(found.weight, weights[i]!);
    const plain = lots.find(({ record }) => record.id === found.lot.id)!;
    near(found.index_factor, plain.time);
    near(found.size_factor, plain.size);
    const { origin, treatment, auction_house } = found.trait_factors;
    near((origin ?? 1) * (treatment ?? 1) * (auction_house ?? 1), plain.traits);
    near(found.adjusted_price_per_carat_usd, dollars * plain.adjusted);
    expect(found.price_per_carat_usd).toBe(plain.record.price_per_carat_usd);
  }
  const { adjustment_error: error, evidence, prediction } = data;
  const { price_per_carat_usd: summary, price_usd } = prediction;
  const plain = plainSummaryOf(all, withinSale, error);
  near(data.independent_sales, plain.independent);
  near(1 + data.moved_by_model, plain.modelFactor);
  near(summary.median, dollars * Math.exp(plain.median));
  near(summary.low, dollars * Math.exp(plain.low));
  near(summary.high, dollars * Math.exp(plain.high));
  near(summary.median_low, dollars * Math.exp(plain.medianLow));
  near(summary.median_high, dollars * Math.exp(plain.medianHigh));
  near(price_usd.median, stone.carat * summary.median);
  for (const name of ['low', 'median', 'high'] as const) {
    near(evidence.price_per_carat_usd[name], dollars * Math.exp(plain.adjusted[name]));
    near(evidence.price_usd[name], stone.carat * evidence.price_per_carat_usd[name]);
  }
}

describe('/api/ext/comparables', () => {
  it('comparables equal those of a full scan, adjusted by a least squares fit over the lots', async () => {
    const { data } = await ask({ gem_name: 'ruby', carat: '2.5', as_of: asOf, limit: '50' });
    expect(data.criteria).toMatchObject({ size_window: 0.1, years: 5 });
    expectPlain(data, { carat: 2.5 }, 0);
    expect(data.not_matched).toEqual([]);
    expect(data.adjustment_error).toBeGreaterThan(0);
  });

  it('the adjustment error grows with the time since the last sale', async () => {
    const errors: number[] = [];
    for (const as_of of ['2019-12-31', '2020-12-31', '2023-12-31']) {
      const { data } = await ask({ gem_name: 'ruby', carat: '2.5', as_of });
      errors.push(data.adjustment_error);
    }
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(errors[1]! - errors[0]!).toBeGreaterThan(0.01);
  });

  it('criteria are relaxed in the documented order until there are enough lots, and the response lists them', async () => {
    const { data } = await ask({
      gem_name: 'ruby',
      carat: '2.5',
      origin: 'Burma',
      treatment: 'no HEAT',
      auction_house: 'christies',
      as_of: asOf,
      limit: '50',
    });
    const stone = {
      ...{ carat: 2.5, origin: 'Myanmar', region, treatment: 'No heat', auction_house: "Christie's" },
    };
    const lots: number[] = data.levels.map((level: Body) => level.lots);
    const place = lots.findIndex((n) => n >= 9);
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(5);
    expect(data.criteria.size_window).toBeGreaterThan(0.1);
    expect(data.criteria).toMatchObject({ origin: 'same', treatment: 'same' });
    expectPlain(data, stone, place);
    expect(data.stone).toMatchObject({ origin: 'Myanmar', region: 'Southeast Asia', treatment: 'No heat' });
    expect(data.not_matched).toEqual([]);
  });

  it('an origin that no lot has is compared with its region', async () => {
    const query = { gem_name: 'ruby', carat: '3', origin: 'Vietnam', treatment: 'Heated', as_of: asOf };
    const { data } = await ask({ ...query, limit: '50' });
    expect(data.criteria.origin).not.toBe('same');
    expectPlain(
      data,
      { carat: 3, origin: 'Vietnam', region, treatment: 'Heated', startsWithRegion: true },
      data.levels.findIndex((level: Body) => level.lots >= 9),
    );
    const distances = new Set(data.lots.map((lot: Body) => lot.distance.origin));
    expect(distances.has(0)).toBe(false);
    expect(distances.has(1)).toBe(true);
    expect(data.not_matched).toMatchObject([{ trait: 'origin', value: 'Vietnam', lots: 0 }]);
    // No adjustment to a guessed origin.
    for (const lot of data.lots) expect(lot.trait_factors.origin).toBeNull();
  });

  it('a treatment, origin, house or laboratory that no lot has is named first, changes no price and keeps other criteria', async () => {
    const stone = { gem_name: 'spessartine', carat: '2', origin: 'Namibia', as_of: asOf };
    const plain = await ask(stone);
    expect(plain.data.criteria.origin).toBe('same');
    for (const [trait, value] of [
      ['treatment', 'No heat'],
      ['treatment', 'Minor oil'],
      ['auction_house', 'Bonhams'],
      ['lab', 'SSEF'],
    ] as const) {
      const { data } = await ask({ ...stone, [trait]: value });
      expect(Object.keys(data)[0]).toBe('not_matched');
      expect(data.not_matched).toEqual([{ trait, value, lots: 0, message: expect.any(String) }]);
      expect(data.grade).toBe('thin');
      expect(data.grade_reasons[0]).toBe(
        `Not matched: ${trait === 'lab' ? 'laboratory' : trait.replace('_', ' ')} ${value}.`,
      );
      for (const name of [
        'evidence',
        'prediction',
        'criteria',
        'n',
        'independent_sales',
        'levels',
        'range_n',
      ])
        expect(data[name], name).toEqual(plain.data[name]);
    }
  });

  it('untreated is any treatment that says that none was found, and is adjusted to the most frequent one', async () => {
    const stone = { gem_name: 'ruby', carat: '2.5', as_of: asOf };
    const [untreated, unheated] = [
      await ask({ ...stone, treatment: 'untreated' }),
      await ask({ ...stone, treatment: 'unheated' }),
    ];
    expect(unheated.data.stone.treatment).toBe('No heat');
    expect(unheated.data.not_matched).toEqual([]);
    expect(untreated.data).toEqual({
      ...unheated.data,
      stone: { ...unheated.data.stone, treatment: 'untreated' },
    });
  });

  it('a treatment that too few lots have costs no other criterion, and the response says so', async () => {
    const stone = { gem_name: 'spessartine', carat: '2', origin: 'Namibia', as_of: asOf };
    const [plain, rare] = [await ask(stone), await ask({ ...stone, treatment: 'Heated' })];
    expect(plain.data.criteria).toEqual({
      ...{ size_window: 0.1, years: 5, origin: 'same', treatment: 'any', lab: 'any' },
    });
    expect(rare.data.criteria).toEqual(plain.data.criteria);
    expect(rare.data.not_matched).toMatchObject([{ trait: 'treatment', value: 'Heated', lots: 4 }]);
    expect(rare.data.grade).toBe('thin');
  });

  it('a laboratory is a criterion that is relaxed before origin and treatment, and the response says so', async () => {
    const stone = { gem_name: 'spessartine', carat: '2', origin: 'Namibia', as_of: asOf };
    const ofLab = await ask({ ...stone, lab: 'Gübelin', limit: '50' });
    expect(ofLab.data.criteria).toMatchObject({ lab: 'same', origin: 'same' });
    for (const { lot } of ofLab.data.lots) expect(lot.labs).toEqual(['Gübelin']);
    expect(ofLab.data.not_matched).toEqual([]);
    const [plain, rare] = [await ask(stone), await ask({ ...stone, lab: 'AGL' })];
    expect(rare.data.criteria.lab).toBe('any');
    expect(rare.data.not_matched).toEqual([
      {
        ...{ trait: 'lab', value: 'AGL', lots: 3 },
        message: 'Too few similar lots have the laboratory AGL: lots of any laboratory are compared.',
      },
    ]);
    expect(rare.data.grade).toBe('thin');
    expect(rare.data.prediction).toEqual(plain.data.prediction);
  });

  it('the note says whether the range of the prediction is wider or narrower than that of the evidence', async () => {
    for (const [gem_name, carat] of [
      ...['1', '2', '2.5', '4'].map((carat) => ['ruby', carat] as const),
      ...['2', '3'].map((carat) => ['spessartine', carat] as const),
      ...['2', '2.5'].map((carat) => ['sapphire', carat] as const),
    ]) {
      const { evidence, prediction } = (await ask({ gem_name, carat, as_of: asOf })).data;
      if (prediction.note === null) continue;
      const [of, expected] = [evidence, prediction].map(({ price_usd: { low, high } }) => high / low);
      const word = expected! > of! ? 'wider' : 'narrower';
      expect(prediction.note).toMatch(new RegExp(`^The range is ${word} because `));
    }
  });

  it('a stone that resembles no lot gets no estimate', async () => {
    for (const query of [
      { gem_name: 'ruby', carat: '900' },
      { gem_name: 'rubby', carat: '2' },
      { gem_name: 'ruby', carat: '2.5', as_of: '2000-01-01' },
      { gem_name: 'ruby', carat: '2.5', q: 'nothing like it' },
    ] as Record<string, string>[]) {
      const { data } = await ask(query);
      expect(data).toMatchObject({
        grade: 'none',
        evidence: { price_usd: null, price_per_carat_usd: null },
        prediction: { price_usd: null, price_per_carat_usd: null, note: null },
        n: 0,
        lots: [],
      });
      expect(data.criteria).toMatchObject({ size_window: 0.4, years: null });
    }
  });

  it('prices that the model cannot adjust stay unchanged, and the response says so', async () => {
    const { data } = await ask({ gem_name: 'tsavorite', carat: '2', as_of: '2018-12-31' });
    const [lot] = data.lots;
    expect(lot).toMatchObject({ size_factor: null, index_factor: null });
    for (const found of data.lots) expect(found.index_factor).toBeNull();
    for (const found of data.lots) expect(found.adjusted_price_per_carat_usd).toBe(found.price_per_carat_usd);
  });

  it('as_of defaults to the newest sale date', async () => {
    expect((await ask({ gem_name: 'ruby', carat: '2' })).data.as_of).toBe('2020-05-12');
  });

  it('other filters restrict the lots that are compared', async () => {
    const query = { gem_name: 'ruby', carat: '2.5', as_of: asOf };
    const { data } = await ask({ ...query, date_from: '2018-01-01' });
    const late = plainLevels(
      rubies.filter((record) => record.auction_date! >= '2018'),
      { carat: 2.5 },
      asOf,
    );
    expect(data.levels.map(({ lots }: Body) => lots)).toEqual(late.map(({ length }) => length));
  });

  it('an estimate uses the 300 nearest lots', async () => {
    const { data } = await ask({ gem_name: 'peridot', carat: '2', as_of: asOf });
    expect(data.levels[0].lots).toBe(310);
    expect(data.n).toBe(300);
  });

  it('origin=none finds stones without a known origin', async () => {
    const { data } = await ask({ gem_name: 'ruby', carat: '2.5', origin: 'none', as_of: asOf });
    expect(data.stone).toMatchObject({ origin: 'none', region: null });
    expect(data.lots.length).toBe(10);
    for (const { lot } of data.lots) expect(lot.origin).toBeNull();
  });

  it.for([
    ['premium', 1],
    ['hammer', cpiOfMonth('2000-01')! / cpiOfMonth('2019-12')!],
  ] as const)(
    'prices are compared in the chosen basis, in dollars of one month: %s, × %d',
    async ([basis, dollars]) => {
      const query = { gem_name: 'sapphire', carat: '2.5', treatment: 'Heated', as_of: asOf, limit: '50' };
      const real = { dollars: 'real', base: '2000-01' };
      const { data, meta } = await ask({ ...query, basis, ...(dollars !== 1 && real) });
      const priced = sapphires.flatMap((record) => {
        const price = record[priceFieldOf[basis]];
        if (price === null) return [];
        return { ...record, price_per_carat_usd: Math.round((100 * price) / record.carat!) / 100 };
      });
      const stone = { carat: 2.5, treatment: 'Heated' };
      const place = data.levels.findIndex(({ lots }: Body) => lots >= 9);
      expectPlain(data, stone, place, marketOf(priced, dollars));
      const among = plainLevels(priced, stone, asOf)[place]!;
      const of = (name: string) => among.filter(({ price_basis }) => price_basis === name).length;
      expect(meta.prices).toEqual({
        ...{ basis, dollars: dollars === 1 ? 'nominal' : 'real' },
        ...{ of_hammer_lots: of('hammer'), of_premium_lots: of('premium'), of_unknown_lots: of('unknown') },
        left_out: plainLevels(sapphires, stone, asOf)[place]!.length - among.length,
        ...(dollars !== 1 && {
          deflator: expect.objectContaining({ base: '2000-01', left_out: 0, later_lots: 0 }),
        }),
      });
      expect(meta.prices.left_out).toBeGreaterThan(0);
    },
  );

  it('a request requires one gem and one weight, and refuses a price', async () => {
    await expectRefused(api.url, '/api/ext/comparables', [
      ['carat=2', 'gem_name'],
      ['gem_name=ruby', 'carat'],
      ['gem_name=ruby&carat=0', 'carat'],
      ['gem_name=ruby,spinel&carat=2', 'gem_name'],
      ['gem_name=ruby&carat=2&origin=Burma,Kashmir', 'origin'],
      ['gem_name=ruby&carat=2&treatment=Heated,No%20oil', 'treatment'],
      ['gem_name=ruby&carat=2&price_min=5', 'price_min'],
      ['gem_name=ruby&carat=2&limit=51', 'limit'],
      ['gem_name=ruby&carat=2&as_of=2019-02-30', 'as_of'],
      ['gem_name=ruby&carat=2&as_of=2019-02-28&date_from=2020-01-01', 'date_from'],
      ['gem_name=ruby&carat=2&base=2015-01', 'base'],
      ['gem_name=ruby&carat=2&dollars=real&as_of=1905-03-01', 'as_of'],
    ]);
  });
});
