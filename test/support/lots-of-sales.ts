import { randomFrom } from '../../local/samples/random.ts';
import type { HedonicLot, Market } from './hedonic-lots.ts';

/** Sales of a market whose last two factors are house and period. */
export interface Season {
  /** Minimum and maximum lots of each period. */
  lots: readonly [least: number, most: number];
  /** Maximum lots of a sale; the minimum is 1. */
  lotsOfSale: number;
  /** Share of the noise variance that the lots of a sale share. */
  share: number;
}

/** Seeded lots of a market, sale by sale. */
export function generateSales(market: Market, season: Season, seed: number): HedonicLot[] {
  const random = randomFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(random.next() * (most - least + 1));
  const [houses, periods] = market.effects.slice(-2) as [number[], number[]];
  const lots: HedonicLot[] = [];
  for (const period of periods.keys()) {
    for (let left = between(...season.lots), sale = 0; left > 0; sale++) {
      const house = between(0, houses.length - 1);
      const common = Math.sqrt(season.share) * random.normal();
      const size = Math.min(left, between(1, season.lotsOfSale));
      left -= size;
      for (let lot = 0; lot < size; lot++) {
        const x = 0.9 + 0.7 * random.normal();
        const others = market.effects.slice(0, -2).map((effects) => between(0, effects.length - 1));
        const levels = [...others, house, period];
        const effect = levels.reduce((sum, level, factor) => sum + market.effects[factor]![level]!, 0);
        const noise = common + Math.sqrt(1 - season.share) * random.normal();
        const fitted = market.constant + market.elasticity * x + market.curvature * x * x + effect;
        lots.push({ x, y: fitted + market.noise({ x, levels }) * noise, levels, sale: `${period} ${sale}` });
      }
    }
  }
  return lots;
}
