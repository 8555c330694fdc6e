import { caratBands } from '../../../mappings/carat-bands.ts';
import type { Clause } from '../../query/filters.ts';
import { cachedFigures, type SearchBody } from '../../query/search-body.ts';
import type { Aggregation } from '../../query/statistics.ts';
import type { Trait } from '../regression/hedonic-index.ts';
import type { LotsByClass, ValueLots } from '../regression/premium.ts';
import { periodsOf } from './period-medians.ts';

/** The lots of some values of a trait by size class and by year. */
export function valueSpreadBody(lots: Clause, trait: Trait, values: readonly string[]): SearchBody {
  const bands = caratBands.map(({ name, from, below }) => ({
    ...{ key: name, from },
    ...(Number.isFinite(below) && { to: below }),
  }));
  const terms = {
    ...{ field: trait, include: [...values], size: values.length },
    ...(trait === 'price_basis' && { missing: 'unknown' }),
  };
  const aggs = { weight: { range: { field: 'carat', ranges: bands } }, period: periodsOf('year') };
  return {
    query: lots,
    ...cachedFigures,
    aggs: { values: { terms, aggs } as Aggregation },
  };
}

/** The search response to `valueSpreadBody`. */
export interface ValueSpread {
  values: { buckets: { key: string; weight: Classes; period: Classes }[] };
}

interface Classes {
  buckets: { key: string | number; doc_count: number }[];
}

/** The lots of each value that has some. */
export function readValueSpread({ values }: ValueSpread): Map<string, ValueLots> {
  const countsOf = ({ buckets }: Classes): LotsByClass =>
    new Map(buckets.map(({ key, doc_count }) => [String(key), doc_count]));
  return new Map(
    values.buckets.map(({ key, weight, period }) => [
      key,
      { byWeight: countsOf(weight), byPeriod: countsOf(period) },
    ]),
  );
}
