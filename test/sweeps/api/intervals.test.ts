import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareLots, type SoldLot } from '../../../api/ext/comparables/compare-lots.ts';
import { createAdjuster } from '../../../api/ext/regression/adjust-prices.ts';
import { indexOf, modelPrices } from '../../../api/ext/regression/hedonic-index.ts';
import { medianInterval } from '../../../api/statistics/median-interval.ts';
import { randomFrom } from '../../../local/samples/random.ts';
import { generateLots, type HedonicLot, type Market, modelLotsOf } from '../../support/hedonic-lots.ts';
import { generateSales } from '../../support/lots-of-sales.ts';

/** How often intervals hold what is known of generated markets. */
const firstYear = 2015;
const logIndex = [0, 0.1, 0.05, -0.2, 0.3, 0.25];

const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [[0, -0.7, -0.4], [0, -0.9], [0, 0, 0], logIndex],
  noise: () => 0.4,
};

const years = logIndex.map((_, i) => `${firstYear + i}`);

/** The share of 200 markets' intervals of the index that hold the known one. */
function coverage(lotsOf: (seed: number) => HedonicLot[]): number {
  const covered: boolean[] = [];
  for (let seed = 1; seed <= 200; seed++) {
    const model = modelPrices(modelLotsOf(lotsOf(seed), years))!;
    for (const [i, level] of logIndex.entries()) {
      const index = i === 0 ? undefined : indexOf(model, `${firstYear + i}`, `${firstYear}`);
      if (index) covered.push(index.low <= 100 * Math.exp(level) && 100 * Math.exp(level) <= index.high);
    }
  }
  expect(covered.length).toBeGreaterThan(500);
  return covered.filter(Boolean).length / covered.length;
}

test.for<[string, (seed: number) => HedonicLot[]]>([
  ['lots that all vary alike', (seed) => generateLots(market, 150, seed)],
  [
    'heavy lots that vary more',
    (seed) => generateLots({ ...market, noise: ({ x }) => 0.15 + 0.25 * x * x }, 150, seed),
  ],
  ['5 lots a period', (seed) => generateSales(market, { lots: [5, 5], lotsOfSale: 5, share: 0.25 }, seed)],
  [
    '15 lots a period, in few sales',
    (seed) => generateSales(market, { lots: [15, 15], lotsOfSale: 15, share: 0.25 }, seed),
  ],
])('95% intervals of a price index hold the known index 92 to 97 times in 100: %s', ([name, lotsOf]) => {
  const share = coverage(lotsOf);
  console.log(`${name}: the intervals covered the index ${(100 * share).toFixed(1)} times in 100`);
  expect(share).toBeGreaterThanOrEqual(0.92);
  expect(share).toBeLessThanOrEqual(0.97);
});

test('ranges of comparables hold 80% of prices, and intervals of the median the price of the market', () => {
  const result = { stones: 0, prices: 0, medians: 0 };
  for (let seed = 1; seed <= 10; seed++) {
    const lots = generateLots(market, 1000, seed);
    const adjuster = createAdjuster(modelPrices(modelLotsOf(lots, years)), Number);
    const last = logIndex.length - 1;
    for (const stone of generateLots(market, 200, 1000 + seed).filter(({ levels }) => levels[3] === last)) {
      const { summary } = compareLots(
        { carat: Math.exp(stone.x), at: firstYear + last, values: valuesOf(stone) },
        lotsLike(stone, lots),
        adjuster,
      );
      if (!summary) continue;
      result.stones++;
      const level =
        market.constant +
        market.elasticity * stone.x +
        market.curvature * stone.x ** 2 +
        stone.levels.reduce((sum, place, factor) => sum + market.effects[factor]![place]!, 0);
      const { low, high, median_low, median_high } = summary.prediction;
      if (low <= Math.exp(stone.y) && Math.exp(stone.y) <= high) result.prices++;
      if (median_low <= Math.exp(level) && Math.exp(level) <= median_high) result.medians++;
    }
  }
  console.log(result);
  expect(result.stones).toBeGreaterThan(200);
  expect(result.prices / result.stones).toBeGreaterThan(0.77);
  expect(result.prices / result.stones).toBeLessThan(0.9);
  expect(result.medians / result.stones).toBeGreaterThan(0.93);
});

const valuesOf = ({ levels }: HedonicLot) => ({
  origin: `${levels[0]}`,
  treatment: `${levels[1]}`,
  auction_house: `${levels[2]}`,
});

/** The lots of the origin and treatment of a stone, within ±40% of its weight. */
const lotsLike = (stone: HedonicLot, lots: HedonicLot[]): SoldLot[] =>
  lots
    .filter(({ x, levels }) => {
      const isAlike = levels[0] === stone.levels[0] && levels[1] === stone.levels[1];
      return isAlike && Math.abs(x - stone.x) <= Math.log(1.4);
    })
    .map((lot, i) => ({
      soldAt: firstYear + lot.levels[3]!,
      pricePerCarat: Math.exp(lot.y),
      values: valuesOf(lot),
      sale: `${i}`,
      isComparable: true,
      traits: {
        carat: Math.exp(lot.x),
        ageYears: logIndex.length - 1 - lot.levels[3]!,
        origin: 'same',
        treatment: 'same',
        auction_house: lot.levels[2] === stone.levels[2] ? 'same' : 'other',
      },
    }));

const page = readFileSync(new URL('../../../docs/price-intelligence.md', import.meta.url), 'utf8');

/** How often the interval of the median of 60 lots contains the market median, with `lotsOfSale` lots a sale. */
function medianCoverage(lotsOfSale: number, correlation: number): number {
  const random = randomFrom(lotsOfSale);
  const ranks = medianInterval(60)!;
  let covered = 0;
  for (let trial = 0; trial < 4000; trial++) {
    const prices: number[] = [];
    while (prices.length < 60) {
      const common = Math.sqrt(correlation) * random.normal();
      for (let lot = 0; lot < lotsOfSale; lot++)
        prices.push(common + Math.sqrt(1 - correlation) * random.normal());
    }
    prices.sort((a, b) => a - b);
    if (prices[ranks.low - 1]! <= 0 && 0 <= prices[ranks.high - 1]!) covered++;
  }
  return covered / 4000;
}

test('the interval of a median covers the market median less often when more lots share a sale', () => {
  const [alone, some, many] = [1, 5, 15].map((lots) => `${Math.round(100 * medianCoverage(lots, 0.25))}%`);
  expect(page.replaceAll('\n', ' ')).toContain(
    `${alone} with one lot of each sale, ${some} with 5 and ${many} with 15`,
  );
});
