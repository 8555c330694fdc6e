import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

/*
 * The sample market. The figures in the tables are ours, chosen so that the market looks like the real one: good for trying
 * the service, of no use for valuing a stone. An empty cell is null.
 */

/** One gem in the sample market. */
interface Gem {
  readonly gem: string;
  /** How many of all lots, relative to the other gems. */
  readonly weight: number;
  /** Median weight in carats. */
  readonly medianCarat: number;
  /** Standard deviation of the logarithm of the weight. */
  readonly spread: number;
  /** US dollars per carat in 2015 for a stone of 3 carats, of the commonest source, with a factor of 1. */
  readonly pricePerCarat: number;
  /** Power of the weight in the price per carat: above 0, the price grows faster than the weight. */
  readonly elasticity: number;
  /** Growth of the price per year. */
  readonly growth: number;
  /** Share of lots whose weight no report gives (jades, pearls and beads are measured, not weighed); 0.03 if null. */
  readonly unweighed: number | null;
  /** The `treated` of its treatments. */
  readonly treated: string;
}

/** A place of origin of a gem, its share of the supply, and its effect on the price. */
interface Source {
  readonly gem: string;
  readonly origin: string | null;
  readonly share: number;
  readonly factor: number;
}

/** A treatment in the words of reports, its frequency, and its effect on the price. */
interface Treatment {
  readonly treated: string;
  readonly treatment: string | null;
  readonly share: number;
  readonly factor: number;
}

/** The level of colored stones and of diamonds in a year against their long trend. */
interface Year {
  readonly year: number;
  readonly colored: number;
  readonly diamonds: number;
}

function table<Row>(name: string): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, 'market', `${name}.csv`), 'utf8');
  return Papa.parse<Row>(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data;
}

const sources = table<Source>('origins');
const treatments = table<Treatment>('treatments');

/** The gems of the sample market, the commonest first in each family. */
export const marketGems = table<Gem>('gems').map((gem) => ({
  ...gem,
  sources: sources.filter((source) => source.gem === gem.gem),
  treatments: treatments.filter(({ treated }) => treated === gem.treated),
}));

/** A gem with its sources and treatments. */
export type MarketGem = (typeof marketGems)[number];

/** The years in which prices left their long trend. */
export const marketYears = table<Year>('years');
