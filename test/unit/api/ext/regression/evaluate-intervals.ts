import { indexOf, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { type Market, modelLotsOf } from '../../../../support/hedonic-lots.ts';
import { generateSales, type Season } from '../../../../support/lots-of-sales.ts';

/**
 * How often 95% intervals of an index hold the known one, over generated markets of correlated sales: those of the
 * service. Run `npm run eval:intervals`.
 */
const markets = 200;
const years = Array.from({ length: 12 }, (_, i) => `${2010 + i}-01-01`);
const logIndex = years.map((_, i) => 0.2 * Math.sin(i));
const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [[0, -0.7, -0.4], [0, -0.9], [0, 0, 0], logIndex],
  noise: () => 0.4,
};
const seasons: Season[] = (
  [
    [5, 5, 5],
    [5, 5, 15],
    [8, 8, 8],
    [15, 15, 15],
    [30, 30, 15],
    [50, 50, 15],
    [5, 50, 10],
  ] as const
).flatMap(([least, most, lotsOfSale]) =>
  [0, 0.1, 0.25, 0.5].map((share) => ({ lots: [least, most] as const, lotsOfSale, share })),
);

console.log('| lots in a period | sales of at most | correlation | service |');
console.log('|---|---|---|---|');
for (const season of seasons) {
  const [least, most] = season.lots;
  const lots = least === most ? least : `${least} to ${most}`;
  const share = `${(100 * coverage(season)).toFixed(1)}%`;
  console.log(`| ${lots} | ${season.lotsOfSale} lots | ${season.share} | ${share} |`);
}

function coverage(season: Season): number {
  let [covered, trials] = [0, 0];
  for (let seed = 1; seed <= markets; seed++) {
    const model = modelPrices(modelLotsOf(generateSales(market, season, seed), years));
    if (!model) continue;
    for (const [i, year] of years.slice(1).entries()) {
      const index = indexOf(model, year, years[i]!);
      if (!index) continue;
      trials++;
      const level = 100 * Math.exp(logIndex[i + 1]! - logIndex[i]!);
      if (index.low <= level && level <= index.high) covered++;
    }
  }
  return covered / trials;
}
