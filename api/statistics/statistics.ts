import type { Field } from '../../mappings/records-index.ts';
import { equals } from '../search/clauses.ts';
import type { Aggregation } from '../search/composite-pages.ts';
import type { ValueName } from './price-figures.ts';

/** The fields from which summarized values are read: which ones depends on the chosen prices. */
export type SummarizedFields = Record<ValueName, Field>;

/**
 * Up to 20 times this number of values quantiles are exact; above, the digest is within 0.02 points of rank
 * at a million values with spikes. 2000 is 0.34 points off there and saves nothing; the default of 100 is 9 off.
 */
const compression = 20_000;

/** Quantiles of a field, type 7 of Hyndman and Fan. */
export function quantiles(field: Field, percents: readonly number[]): Aggregation {
  return { percentiles: { field, percents: [...percents], keyed: false, tdigest: { compression } } };
}

/** The search response for `quantiles`. */
export interface PercentilesResult {
  values: { key: number; value: number | null }[];
}

/** Lots of several stones: their price does not give the price per carat of one stone. */
export const severalStones = equals('flags', 'MULTI_STONE');

/** The lots that are generated samples, not real sales. */
export const syntheticLots = { filter: equals('is_synthetic', true) } satisfies Aggregation;
