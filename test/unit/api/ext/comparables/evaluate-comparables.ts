import { backtest, methods } from '../../../../support/backtest-comparables.ts';
import { generateBrokenTrend } from '../../../../support/broken-trend-market.ts';
import { generateMarket } from '../../../../support/heavy-tailed-market.ts';

/**
 * How far figures for stones of generated markets miss their prices, and how often the 80% ranges hold them: the service,
 * its former method, and a plain regression with a trend. Run `npm run eval:comparables`; with a number and a name it
 * takes that many markets of the other generator, as in `npm run eval:comparables 4 broken-trend`.
 */
const generators = { 'heavy-tailed': generateMarket, 'broken-trend': generateBrokenTrend };
const [name = 'heavy-tailed'] = process.argv.slice(3) as (keyof typeof generators)[];
const generate = (seed: number) => generators[name](seed);
const markets = Array.from({ length: Number(process.argv[2] ?? 4) }, (_, i) => i + 1);

console.log('| stones | method | MALE | MdAPE | in the range | high ÷ low |');
console.log('|---|---|---|---|---|---|');
for (const stones of ['held back', 'later sales'] as const) {
  const scores = backtest(markets, stones, { generate });
  for (const method of methods) {
    const { n, male, mdape, coverage, width } = scores[method];
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
    const cells = [
      `${n} ${stones}`,
      method,
      male.toFixed(3),
      percent(mdape),
      percent(coverage),
      width.toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
