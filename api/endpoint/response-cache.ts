import { LRUCache } from 'lru-cache';
import { EncodedBody, ownMemory } from '../http/content-negotiation.ts';
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

/** Creates each response once: identical requests wait for the one in flight, later ones get the cached response. */
export interface ResponseCache {
  /**
   * @param key identifies the version of the data and the canonical request
   * @param make creates the response; its signal aborts when no request waits for it any more
   * @param options.keep whether the response may be cached
   * @param options.onDisconnect registers a listener for the disconnection of the client, which ends its wait
   * @param options.acquire waits for a slot to create the response; a cached one needs none
   */
  get(
    key: string,
    make: (signal: AbortSignal) => Promise<PlainResponse>,
    options: {
      keep: boolean;
      onDisconnect: (leave: () => void) => void;
      acquire: () => Promise<Release>;
    },
  ): Promise<{ response: CachedResponse; origin: Origin }>;
  clear(): void;
}

/** A response in flight. lru-cache also shares fetches, but cannot abort one when the last waiting request leaves. */
interface Flight {
  response: Promise<CachedResponse>;
  /** Requests that wait for it. */
  waiting: number;
  /** Aborts the creation if it is still running. */
  end(): void;
}

/** A response that needs more than this share of the memory is not cached. */
const maxShare = 1 / 8;

/** Approximate bytes of an entry besides its bodies. */
const overheadBytes = 1024;

/** @param maxBytes memory for cached responses; 0 disables the cache */
export function createResponseCache(maxBytes: number): ResponseCache {
  const cached = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes * maxShare)),
  });
  const flights = new Map<string, Flight>();

  function keep(key: string, { body, ...plain }: PlainResponse): CachedResponse {
    let size = body.length + overheadBytes;
    const onGrowth = (addedBytes: number) => {
      size += addedBytes;
      if (cached.peek(key) !== response) return;
      cached.delete(key);
      cached.set(key, response, { size });
    };
    const response = { ...plain, body: new EncodedBody(ownMemory(body), 'fast', onGrowth) };
    cached.set(key, response, { size });
    return response;
  }

  function launch(
    key: string,
    make: (signal: AbortSignal) => Promise<PlainResponse>,
    isKept: boolean,
  ): Flight {
    const maker = new AbortController();
    const response = make(maker.signal).then((plain) =>
      isKept && plain.isStable ? keep(key, plain) : { ...plain, body: new EncodedBody(plain.body, 'fast') },
    );
    const land = () => flights.get(key) === flight && flights.delete(key);
    const end = () => {
      if (land()) maker.abort();
    };
    const flight = { response, waiting: 0, end };
    flights.set(key, flight);
    response.then(land, land);
    return flight;
  }

  /** The response that is cached or in flight. */
  function find(key: string, isKept: boolean, onDisconnect: (leave: () => void) => void) {
    const response = isKept ? cached.get(key) : undefined;
    if (response) return { response, origin: 'hit' as const };
    const flight = flights.get(key);
    return flight && { response: waitFor(flight, onDisconnect), origin: 'shared' as const };
  }

  return {
    async get(key, make, { keep, onDisconnect, acquire }) {
      let found = find(key, keep, onDisconnect);
      if (!found) {
        // Each client waits in its own queue: a client never waits behind an identical request of a busier one.
        const release = await acquire();
        found = find(key, keep, onDisconnect);
        if (found) release();
        else {
          const makeInPlace = (signal: AbortSignal) => make(signal).finally(release);
          const flight = launch(key, makeInPlace, keep && maxBytes > 0);
          return { response: await waitFor(flight, onDisconnect), origin: 'miss' };
        }
      }
      return { response: await found.response, origin: found.origin };
    },
    clear: () => cached.clear(),
  };
}

/** Waits until the response is ready or the client disconnects; the last to leave aborts it. */
function waitFor(flight: Flight, onDisconnect: (leave: () => void) => void): Promise<CachedResponse> {
  flight.waiting++;
  return new Promise((resolve, reject) => {
    flight.response.then(resolve, reject);
    onDisconnect(() => {
      reject(new ClientDisconnected());
      if (--flight.waiting === 0) flight.end();
    });
  });
}
