import { ApiError, unavailable } from '../http/errors.ts';
import { createFairLimit, type FairLimit, type Release } from './fair-limit.ts';

/** The cost of a request: `brief` for a few records or names, `long` for statistics, `export` for a file. */
export type Cost = 'brief' | 'long' | 'export';

/** The concurrency limits. Those of one client may be `Infinity`. */
export interface ConcurrencyBounds {
  /** Maximum requests that use Elasticsearch, waiting ones included. */
  maxPending: number;
  /** Maximum requests of one client, from their arrival to the last byte that it reads. */
  maxPerClient: number;
  of: Record<
    Cost,
    {
      /** Like `maxPending` and `maxPerClient`, for requests of this cost. */
      maxPending: number;
      maxPerClient: number;
      /** Maximum concurrent requests; an export counts until it is read. */
      maxConcurrent: number;
      /** Maximum concurrent requests of one client. */
      maxConcurrentPerClient: number;
      /** Maximum wait for a slot, in milliseconds. */
      timeoutMs: number;
    }
  >;
}

/** Limits concurrency fairly between clients. */
export interface ConcurrencyLimits {
  /**
   * Counts a request of a client. Call the returned function when the response has been read.
   * @throws ApiError `rate_limited` where the client has too many requests in progress
   */
  enter(client: string, cost: Cost): Release;
  /**
   * Waits for a slot for a request of this cost. This is the only concurrency limit before Elasticsearch.
   * @throws ApiError `unavailable` where too many requests run or wait, or after the maximum wait
   * @throws ClientDisconnected
   */
  acquire(cost: Cost, ...who: Parameters<FairLimit['acquire']>): Promise<Release>;
  /** Number of requests that have a slot or wait for one. */
  pending(): number;
  /** Rejects the requests that have waited too long; call it periodically. */
  sweep(now: number): void;
  /** Resolves when no slot is taken. */
  idle(): Promise<void>;
}

/** A parameter `format`, or a parameter with an encoded name, which could be `format`. */
const namesFormat = /(?:^|&)(?:format=|[^=&]*%)/;

/** The cost of a request, from its URL alone: it is needed before the request is read. */
export function costOf(route: { isBrief?: boolean; export?: unknown }, query = ''): Cost {
  if (route.export && namesFormat.test(query)) return 'export';
  return route.isBrief ? 'brief' : 'long';
}

type Counts = Record<Cost, number>;

const none = (): Counts => ({ brief: 0, long: 0, export: 0 });
const totalOf = ({ brief, long, export: exports }: Counts) => brief + long + exports;

const nounOf = { brief: 'requests', long: 'requests for statistics', export: 'exports' };

export function createConcurrencyLimits(bounds: ConcurrencyBounds): ConcurrencyLimits {
  const inProgress = new Map<string, Counts>();
  const pending = none();
  const limits: Record<Cost, FairLimit> = {
    brief: createFairLimit(bounds.of.brief),
    long: createFairLimit(bounds.of.long),
    export: createFairLimit(bounds.of.export),
  };

  return {
    enter(client, cost) {
      const counts = inProgress.get(client) ?? none();
      refuseFrom(bounds.maxPerClient, totalOf(counts), nounOf.brief);
      refuseFrom(bounds.of[cost].maxPerClient, counts[cost], nounOf[cost]);
      counts[cost]++;
      inProgress.set(client, counts);
      return () => {
        counts[cost]--;
        if (totalOf(counts) === 0) inProgress.delete(client);
      };
    },
    async acquire(cost, ...who) {
      if (totalOf(pending) >= bounds.maxPending || pending[cost] >= bounds.of[cost].maxPending) {
        throw unavailable('Too many requests are in progress.', undefined, 1);
      }
      pending[cost]++;
      try {
        const release = await limits[cost].acquire(...who);
        return () => {
          pending[cost]--;
          release();
        };
      } catch (error) {
        pending[cost]--;
        throw error;
      }
    },
    pending: () => totalOf(pending),
    sweep(now) {
      for (const limit of Object.values(limits)) limit.sweep(now);
    },
    async idle() {
      await Promise.all(Object.values(limits).map((limit) => limit.idle()));
    },
  };
}

function refuseFrom(max: number, count: number, noun: string): void {
  if (count < max) return;
  throw new ApiError('rate_limited', {
    message: `This address has ${count} ${noun} in progress, but at most ${max} are allowed. Read the responses, then retry.`,
    headers: { 'Retry-After': '1' },
  });
}
