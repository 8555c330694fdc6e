import type { RegressionLots } from '../../api/ext/regression/fit-hedonic.ts';
import type { ModelLots } from '../../api/ext/regression/hedonic-index.ts';
import { randomFrom } from '../../local/samples/random.ts';

/** A lot of a generated market: its weight and price in logarithms, and its level of each factor. */
export interface HedonicLot {
  x: number;
  y: number;
  levels: number[];
  /** The sale of the lot, if it has one. */
  sale?: string;
}

/** The lots in columns. Each lot is its own sale, unless it names one. */
export function columnsOf(lots: readonly HedonicLot[]): RegressionLots {
  const sales = lots.map(({ sale }, i) => sale ?? `of lot ${i}`);
  const places = new Map([...new Set(sales)].map((sale, place) => [sale, place]));
  return {
    x: Float64Array.from(lots, ({ x }) => x),
    y: Float64Array.from(lots, ({ y }) => y),
    levels: (lots[0]?.levels ?? []).map((_, factor) =>
      Int32Array.from(lots, ({ levels }) => levels[factor]!),
    ),
    sale: Int32Array.from(sales, (sale) => places.get(sale)!),
  };
}

/**
 * The lots of a price model: their levels are those of origin, treatment, house and period.
 * @param periods the first days of the periods
 * @param names the values of each trait; the numbers of the levels, if not given
 */
export function modelLotsOf(
  lots: readonly HedonicLot[],
  periods: readonly string[],
  names?: readonly (readonly (string | null)[])[],
): ModelLots {
  const { x, y, levels, sale } = columnsOf(lots);
  const traits = (['origin', 'treatment', 'auction_house'] as const).map((trait, factor) => {
    const codes = levels[factor] ?? new Int32Array();
    return [trait, { codes, names: names?.[factor] ?? [...Array(10).keys()].map(String) }];
  });
  const period = { codes: levels.at(-1) ?? new Int32Array(), names: periods };
  return { x, y, sale, period, traits: Object.fromEntries(traits) };
}

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
