import { indexOf, type LotCell, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { reachOf } from '../../../../../api/ext/regression/quantiles.ts';
import { cellsOf, type HedonicLot, type Market } from '../../../../support/hedonic-lots.ts';
import { generateSales, type Season } from '../../../../support/lots-of-sales.ts';

/**
 * How often 95% intervals of an index hold the known one, over generated markets of correlated sales: those of the
 * service, of errors clustered by sale (CR1), and of independent lots. Run `npm run eval:intervals`.
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

console.log('| lots in a period | sales of at most | correlation | service | CR1 | independent |');
console.log('|---|---|---|---|---|---|');
for (const season of seasons) {
  const { service, clustered, classical } = coverage(season);
  const [least, most] = season.lots;
  const lots = least === most ? least : `${least} to ${most}`;
  const shares = [service, clustered, classical].map((share) => `${(100 * share).toFixed(1)}%`);
  console.log(`| ${lots} | ${season.lotsOfSale} lots | ${season.share} | ${shares.join(' | ')} |`);
}

function coverage(season: Season) {
  const covered = { service: 0, clustered: 0, classical: 0 };
  let trials = 0;
  for (let seed = 1; seed <= markets; seed++) {
    const model = modelPrices(lotCells(generateSales(market, season, seed)));
    if (!model) continue;
    const { fit } = model;
    for (const [i, year] of years.slice(1).entries()) {
      const truth = logIndex[i + 1]! - logIndex[i]!;
      const index = indexOf(model, year, years[i]!);
      const estimate = fit.estimate(model.differenceOf(year, years[i]!));
      if (!index || !estimate) continue;
      trials++;
      const level = 100 * Math.exp(truth);
      const off = Math.abs(estimate.value - truth);
      if (index.low <= level && level <= index.high) covered.service++;
      if (off <= reachOf(fit.sales!.sales - 1) * estimate.clusteredError!) covered.clustered++;
      if (off <= reachOf(fit.n - fit.rank) * estimate.classicalError) covered.classical++;
    }
  }
  return {
    service: covered.service / trials,
    clustered: covered.clustered / trials,
    classical: covered.classical / trials,
  };
}

function lotCells(lots: HedonicLot[]): LotCell[] {
  return cellsOf(lots).map(({ levels, sale, sums, heaviest }) => ({
    period: years[levels[3]!]!,
    values: levels.slice(0, 3).map(String),
    sale: sale!,
    sums,
    heaviest,
  }));
}
