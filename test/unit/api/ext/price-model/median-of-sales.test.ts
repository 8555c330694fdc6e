import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { medianInterval } from '../../../../../api/statistics/median-interval.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';

const page = readFileSync(new URL('../../../../../docs/price-intelligence.md', import.meta.url), 'utf8');

/** How often the interval of the median of 60 lots contains the market median, with `lotsOfSale` lots a sale. */
function coverage(lotsOfSale: number, correlation: number): number {
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
  const [alone, some, many] = [1, 5, 15].map((lots) => `${Math.round(100 * coverage(lots, 0.25))}%`);
  expect(page.replaceAll('\n', ' ')).toContain(
    `${alone} with one lot of each sale, ${some} with 5 and ${many} with 15`,
  );
});
