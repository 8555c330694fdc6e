import type { Cell, Margins } from '../../api/ext/regression/design.ts';
import { momentPowers, noMoments } from '../../api/ext/regression/moments.ts';
import { randomFrom } from '../../local/samples/random.ts';

/** A lot of a generated market: its weight and price in logarithms, and its level of each factor. */
export interface HedonicLot {
  x: number;
  y: number;
  levels: number[];
  /** The sale of the lot, if it has one. */
  sale?: string;
}

/** The sums of the cells that the lots fall into, and the greatest x of each. */
export function cellsOf(lots: readonly HedonicLot[]): (Cell & { heaviest: number })[] {
  const cells = Map.groupBy(lots, ({ levels, sale }) => `${levels.join()} ${sale}`);
  return [...cells.values()].map((members) => {
    const sums = noMoments();
    for (const { x, y } of members) {
      for (const [place, powers] of momentPowers.entries()) sums[place]! += x ** powers.x * y ** powers.y;
    }
    const { levels, sale } = members[0]!;
    return {
      levels,
      ...(sale !== undefined && { sale }),
      sums,
      heaviest: Math.max(...members.map(({ x }) => x)),
    };
  });
}

/** The margins of the lots; unused sums are NaN. */
export function marginsOf(lots: readonly HedonicLot[]): Margins {
  const sumsOf = (some: readonly HedonicLot[], highest: number) =>
    momentPowers.map(({ x, y }) =>
      x + 2 * y > highest ? Number.NaN : some.reduce((sum, lot) => sum + lot.x ** x * lot.y ** y, 0),
    );
  const factors = Object.keys(lots[0]?.levels ?? []).map(Number);
  const periodOf = ({ levels }: HedonicLot) => levels.at(-1)!;
  return {
    periods: [...Map.groupBy(lots, periodOf)].map(([period, ofPeriod]) => ({
      period,
      total: sumsOf(ofPeriod, 4),
      one: factors.flatMap((factor) =>
        [...Map.groupBy(ofPeriod, ({ levels }) => levels[factor]!)].map(([level, some]) => ({
          level: [factor, level] as const,
          sums: sumsOf(some, 2),
        })),
      ),
      // One row for each lot; rows of the same levels are added up.
      two: ofPeriod.flatMap(({ levels }) =>
        factors.flatMap((a) =>
          factors.slice(a + 1).map((b) => ({
            level: [a, levels[a]!] as const,
            beside: [b, levels[b]!] as const,
            lots: 1,
          })),
        ),
      ),
    })),
    sales: [...Map.groupBy(lots, ({ sale }) => sale!).values()].map((ofSale) => ({
      period: periodOf(ofSale[0]!),
      sums: sumsOf(ofSale, 2),
      levels: ofSale.flatMap(({ levels }) =>
        levels.map((level, factor) => ({ level: [factor, level] as const, lots: 1 })),
      ),
    })),
  };
}

/** The rows of the design matrix: 1, x, x², and the levels of each factor except the first. */
export function designOf(lots: readonly HedonicLot[], factors: readonly { levels: number }[]): number[][] {
  return lots.map(({ x, levels }) => [
    1,
    x,
    x * x,
    ...factors.flatMap((factor, i) =>
      Array.from({ length: factor.levels - 1 }, (_, level) => (levels[i] === level + 1 ? 1 : 0)),
    ),
  ]);
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
