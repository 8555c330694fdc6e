import { LRUCache } from 'lru-cache';

/** Memoized results for one data version, in bounded memory. */
export interface VersionMemo {
  /** Exact numbers of lots by query. */
  totals: LRUCache<string, number>;
  /** Exact numbers of lots by the filter of a suggestion. */
  suggested: LRUCache<string, number>;
  /** A result of several searches: computed once per key, and kept while it is one of the newest. */
  derive<Result extends object>(key: string, make: () => Promise<Result>): Promise<Result>;
  clear(): void;
}

/**
 * Returns the memo of a data version. That of the newest version is kept; an older one is released with the last
 * request that uses it.
 */
export function createVersionMemos(): (version: string) => VersionMemo {
  let newest: { version: string; memo: VersionMemo } | undefined;
  return (version) => {
    if (newest?.version !== version) newest = { version, memo: createMemo() };
    return newest.memo;
  };
}

function createMemo(): VersionMemo {
  const caches = {
    totals: new LRUCache<string, number>({ max: 10_000 }),
    suggested: new LRUCache<string, number>({ max: 10_000 }),
  };
  const derived = new LRUCache<string, object>({ max: 10 });
  return {
    ...caches,
    async derive<Result extends object>(key: string, make: () => Promise<Result>) {
      const known = derived.get(key) as Result | undefined;
      if (known) return known;
      const made = await make();
      derived.set(key, made);
      return made;
    },
    clear() {
      for (const cache of [caches.totals, caches.suggested, derived]) cache.clear();
    },
  };
}
