import { syntheticLots } from '../../../../../local/samples/synthetic-lots.ts';
import {
  backtest,
  coverageOf,
  errorsByGrade,
  type GradedFigure,
  gradedFigures,
  methods,
} from '../../../../support/backtest-comparables.ts';
import { generateBrokenTrend } from '../../../../support/broken-trend-market.ts';
import { generateMarket, type MarketLot } from '../../../../support/heavy-tailed-market.ts';
import { generateUnevenNoise } from '../../../../support/uneven-noise-market.ts';

/**
 * How far figures for stones of generated markets miss their prices, and how often the 80% ranges hold them.
 * `npm run eval:comparables` compares the service and a plain regression with a trend; with a number and
 * a name it takes that many markets of one generator, as in `npm run eval:comparables 4 broken-trend`.
 * `npm run eval:comparables grades` values every later sale of three generators and of the sample lots, by grade.
 */
const generators: Record<string, (seed: number) => MarketLot[]> = {
  'heavy-tailed': generateMarket,
  'broken-trend': generateBrokenTrend,
  'uneven-noise': generateUnevenNoise,
};
const [first = '4', name = 'heavy-tailed'] = process.argv.slice(2);

if (first === 'grades') compareGrades();
else compareMethods(Number(first), generators[name]!);

function compareMethods(count: number, generate: (seed: number) => MarketLot[]) {
  const markets = Array.from({ length: count }, (_, i) => i + 1);
  console.log('| stones | method | MALE | MdAPE | in the range | high ÷ low |');
  console.log('|---|---|---|---|---|---|');
  for (const stones of ['held back', 'later sales'] as const) {
    const scores = backtest(markets, stones, { generate });
    for (const method of methods) {
      const { n, male, mdape, coverage, width } = scores[method];
      const cells = [`${n} ${stones}`, method, male.toFixed(3), percent(mdape), percent(coverage)];
      console.log(`| ${cells.join(' | ')} | ${width.toFixed(1)} |`);
    }
  }
}

function compareGrades() {
  console.log('| market | figures | in the range | grade: number, error ± standard error |');
  console.log('|---|---|---|---|');
  const ofMarkets = Object.entries(generators).map(([market, generate]) => {
    const figures = [1, 2, 3].flatMap((seed) => gradedFigures(generate(seed)));
    print(market, figures);
    return figures;
  });
  print('all three', ofMarkets.flat());
  print(
    'sample lots',
    sampleMarkets().flatMap((market) => gradedFigures(market, 2023, 2026)),
  );
}

function print(market: string, figures: GradedFigure[]) {
  const byGrade = errorsByGrade(figures).map(
    ({ grade, n, error, standardError }) =>
      `${grade}: ${n}, ${error.toFixed(3)} ± ${standardError.toFixed(3)}`,
  );
  console.log(`| ${market} | ${figures.length} | ${percent(coverageOf(figures))} | ${byGrade.join('; ')} |`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** The sample lots of the last years of each gem type, as a market. */
function sampleMarkets(): MarketLot[][] {
  const lots = [...syntheticLots(20_000)].flatMap((lot): (MarketLot & { gem: string })[] => {
    const { id, auction_date: day, carat, price_final_usd: price } = lot;
    if (price == null || carat == null || !day) return [];
    const { origin, treatment, auction_house } = lot;
    return [
      {
        ...{ id, day, carat, gem: lot.gem_type, pricePerCarat: price / carat },
        ...{ origin: origin ?? null, treatment: treatment ?? null, auction_house: auction_house ?? '' },
      },
    ];
  });
  const byGem = Map.groupBy(lots, ({ gem }) => gem);
  return [...byGem.values()].filter(({ length }) => length >= 300);
}
