import type { RegressionLot } from '../../api/ext/regression/fit-hedonic.ts';
import type { ModelLot } from '../../api/ext/regression/hedonic-index.ts';
import { randomFrom } from '../../local/samples/random.ts';

/** A lot of a generated market: its weight and price in logarithms, and its level of each factor. */
export interface HedonicLot {
  x: number;
  y: number;
  levels: number[];
  /** The sale of the lot, if it has one. */
  sale?: string;
}

/** The lots of a regression. Each is its own sale, unless it names one. */
export const regressionLots = (lots: readonly HedonicLot[]): RegressionLot[] =>
  lots.map((lot, i) => ({ sale: `of lot ${i}`, ...lot }));

/**
 * The lots of a price model: their levels are those of origin, treatment, house and period.
 * @param periods the first days of the periods
 * @param names the values of each trait; the numbers of the levels, if not given
 */
export const modelLotsOf = (
  lots: readonly HedonicLot[],
  periods: readonly string[],
  names?: readonly (readonly (string | null)[])[],
): ModelLot[] =>
  regressionLots(lots).map(({ levels, ...lot }) => {
    const nameOf = (factor: number) => (names ? names[factor]![levels[factor]!]! : String(levels[factor]));
    return {
      ...lot,
      period: periods[levels.at(-1)!]!,
      traits: { origin: nameOf(0), treatment: nameOf(1), auction_house: nameOf(2) },
    };
  });

/** The model of a market: y = constant + elasticity·x + curvature·x² + effects of the levels + noise. */
export interface Market {
  constant: number;
  elasticity: number;
  curvature: number;
  /** The effects of the levels of each factor; the first is 0. */
  effects: number[][];
  /** Standard deviation of the noise of a lot. */
  noise(lot: Pick<HedonicLot, 'x' | 'levels'>): number;
}

/** Seeded lots of a market. */
export function generateLots(market: Market, count: number, seed: number): HedonicLot[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const x = 0.9 + 0.7 * random.normal();
    const levels = market.effects.map((effects) => Math.floor(random.next() * effects.length));
    const effect = levels.reduce((sum, level, factor) => sum + market.effects[factor]![level]!, 0);
    const noise = market.noise({ x, levels }) * random.normal();
    const y = market.constant + market.elasticity * x + market.curvature * x * x + effect + noise;
    return { x, y, levels };
  });
}
