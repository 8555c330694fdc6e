import { LRUCache } from 'lru-cache';

/** What requests found out about one version of the data, in bounded memory. */
export interface VersionMemo {
  /** Exact numbers of lots by query. */
  totals: LRUCache<string, number>;
  /** Exact numbers of lots by the filter of a suggestion. */
  suggested: LRUCache<string, number>;
  /** A result that took several searches: made once for a key, and known while it is one of the newest. */
  derive<Result extends object>(key: string, make: () => Promise<Result>): Promise<Result>;
  clear(): void;
}

/**
 * Gives the memo of a version by its name. That of the newest version is kept; an older one goes with the last request
 * that uses it.
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
