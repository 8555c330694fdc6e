import { Lru } from '../lru.ts';
import type { PriceAdjuster } from '../price-intelligence/regression/adjust-prices.ts';
import type { SortValues } from '../query/order.ts';
import { type DataState, nameOfState } from './data-version.ts';

/** Places in one ordered list: after how many records, the sort values of the last of them. */
export interface Places {
  after: Map<number, SortValues>;
  /** Ends when the walk that is under way ends; the next one finds what it remembered. */
  walk: Promise<unknown>;
}

/** What was learnt about one state of the data, in bounded memory. */
export interface KnownFacts {
  /** Exact numbers of lots by query. */
  totals: Lru<number>;
  /** Exact numbers of lots by the filter of a suggestion. */
  suggested: Lru<number>;
  /** Places by query and order. */
  places: Lru<Places>;
  /** What the price model of a query says of changes of price. */
  adjusters: Lru<PriceAdjuster>;
  /** Forgets all of it: the data are not as it says. */
  clear(): void;
}

/** Keeps the facts of the newest state; those of older states go with the last request that uses them. */
export function createKnownFacts(): (state: DataState) => KnownFacts {
  let newest: { name: string; facts: KnownFacts } | undefined;
  return (state) => {
    const name = nameOfState(state);
    if (newest?.name !== name) {
      const lists = {
        totals: new Lru<number>(10_000),
        suggested: new Lru<number>(10_000),
        places: new Lru<Places>(20),
        adjusters: new Lru<PriceAdjuster>(10),
      };
      const clear = () => {
        for (const list of Object.values(lists)) list.clear();
      };
      newest = { name, facts: { ...lists, clear } };
    }
    return newest.facts;
  };
}
