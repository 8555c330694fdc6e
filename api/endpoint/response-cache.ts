import { LRUCache } from 'lru-cache';
import { createEncodedBody, type EncodedBody, ownMemory } from '../http/content-negotiation.ts';
import { ClientDisconnected } from '../http/errors.ts';
import type { Release } from '../http/limits.ts';

/** A response before it is encoded. */
export interface PlainResponse {
  body: Buffer;
  /** Whether all of it has the data of its version; otherwise it is not kept. */
  isStable: boolean;
  /** The `Link` header of a page. */
  link?: string | undefined;
}

/** A response as it is cached. */
interface CachedResponse extends Omit<PlainResponse, 'body'> {
  body: EncodedBody;
}

/** The source of a response: the cache, an identical request in flight, or this request. */
type Origin = 'hit' | 'shared' | 'miss';

/** A response that needs more than this share of the memory is not cached. */
const maxShare = 1 / 8;

/** Approximate bytes of a body with its compressed forms, a quarter of it each. */
const formsShare = 1.5;

/** Approximate bytes of an entry besides its bodies. */
const overheadBytes = 1024;

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Creates each response once: identical requests wait for the one in flight, later ones get the cached response.
 * @param maxBytes memory for cached responses; 0 disables the cache
 */
export function createResponseCache(maxBytes: number) {
  const cached = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * maxShare)),
  });
  const flights = new Map<string, Promise<CachedResponse>>();

  function launch(key: string, make: () => Promise<PlainResponse>, isKept: boolean): Promise<CachedResponse> {
    const flight = make()
      .then(({ body, ...plain }) => {
        const response = { ...plain, body: createEncodedBody(ownMemory(body), 'fast') };
        const size = Math.ceil(body.length * formsShare) + overheadBytes;
        if (isKept && plain.isStable) cached.set(key, response, { size });
        return response;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  return {
    /**
     * @param key identifies the version of the data and the canonical request
     * @param make creates the response; if its client disconnects, another request that waits creates it
     * @param options.keep whether the response may be cached
     * @param options.acquire waits for a slot to create the response; a cached one needs none
     */
    async get(
      key: string,
      make: () => Promise<PlainResponse>,
      { keep, acquire }: { keep: boolean; acquire: () => Promise<Release> },
    ): Promise<{ response: CachedResponse; origin: Origin }> {
      let release: Release | undefined;
      try {
        for (;;) {
          const response = keep ? cached.get(key) : undefined;
          if (response) return { response, origin: 'hit' };
          const flight = flights.get(key);
          if (flight) {
            release?.();
            release = undefined;
            const shared = await flight.catch((error) => {
              if (!(error instanceof ClientDisconnected)) throw error;
            });
            if (shared) return { response: shared, origin: 'shared' };
          } else if (release) {
            return { response: await launch(key, make, keep && maxBytes > 0), origin: 'miss' };
          }
          // Each client waits in its own queue: a client never waits behind an identical request of a busier one.
          else release = await acquire();
        }
      } finally {
        release?.();
      }
    },
    clear: () => cached.clear(),
  };
}
