import { caratBands } from '../../mappings/carat-bands.ts';
import type { Grouping, MarketMeasure, MarketSort } from '../params/market.ts';
import type { GroupKey } from './market-groups.ts';

/** A group with the published value that it is sorted by; null where it has none. */
export interface Orderable {
  key: GroupKey;
  measured: number | null;
}

/** The measure of an order, without its direction. */
export function measureOf(sort: MarketSort): MarketMeasure {
  return sort.replace(/^-/, '') as MarketMeasure;
}

/**
 * Compares two groups: by measure, those without one last in both directions; then by key, ascending: texts
 * by code points, years by number, carat bands by weight.
 */
export function byMarketOrder(sort: MarketSort, groupBy: readonly Grouping[]) {
  const direction = sort.startsWith('-') ? -1 : 1;
  return (a: Orderable, b: Orderable): number => {
    if (a.measured !== b.measured) {
      if (a.measured === null) return 1;
      if (b.measured === null) return -1;
      return (a.measured - b.measured) * direction;
    }
    for (const field of groupBy) {
      const difference = compareKeys(field, a.key[field]!, b.key[field]!);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

const bandPlaces = new Map<string | number, number>(caratBands.map(({ name }, place) => [name, place]));

function compareKeys(field: Grouping, a: string | number, b: string | number): number {
  if (field === 'carat_band') return bandPlaces.get(a)! - bandPlaces.get(b)!;
  return a < b ? -1 : a > b ? 1 : 0;
}
