import { backtest, methods } from '../../../support/backtest-comparables.ts';

/**
 * How far figures for stones of generated markets miss their prices, and how often the 80% ranges hold them: the service,
 * its former method, and a plain regression with a trend. Run `npm run eval:comparables`.
 */
const markets = Array.from({ length: Number(process.argv[2] ?? 4) }, (_, i) => i + 1);

console.log('| stones | method | MALE | MdAPE | in the range | high ÷ low |');
console.log('|---|---|---|---|---|---|');
for (const stones of ['held back', 'later sales'] as const) {
  const scores = backtest(markets, stones);
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
