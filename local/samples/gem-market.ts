import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The effect of a place of origin on supply and price. */
type Source = readonly [origin: string | null, share: number, factor: number];

/** A treatment in the words of reports, its frequency, and its effect on the price. */
type Treatment = readonly [treatment: string | null, share: number, factor: number];

/** One gem in the sample market. */
export type MarketGem = {
  readonly gem: string;
  /** How many of all lots, relative to the other gems. */
  readonly weight: number;
  /** Median weight in carats and the standard deviation of its logarithm. */
  readonly carat: readonly [median: number, spread: number];
  /** US dollars per carat in 2015 for a stone of 3 carats, of the commonest source, with a factor of 1. */
  readonly pricePerCarat: number;
  /** Power of the weight in the price per carat: above 0, the price grows faster than the weight. */
  readonly elasticity: number;
  /** Growth of the price per year. */
  readonly growth: number;
  /** Share of lots whose weight no report gives (jades, pearls and beads are measured, not weighed); 0.03 if absent. */
  readonly unweighed?: number;
  readonly sources: readonly Source[];
  readonly treatments: readonly Treatment[];
};

interface Market {
  gems: readonly MarketGem[];
  cycle: Readonly<Record<number, readonly [colored: number, diamonds: number]>>;
}

const market: Market = parse(readFileSync(join(import.meta.dirname, 'gem-market.yaml'), 'utf8'));

/** The gems of the sample market, the commonest first in each family. */
export const marketGems = market.gems;

/** The level of colored stones and diamonds in a year against their long trend; 1 where not listed. */
export const cycle = market.cycle;
