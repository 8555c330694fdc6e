import { ApiError, unavailable } from '../http/errors.ts';
import { createFairLimit, type FairLimit, type Release } from './fair-limit.ts';

/** What a request costs: `brief` a few records or names, `long` statistics and the like, `export` a file. */
export type Cost = 'brief' | 'long' | 'export';

/** How much is done at once. Bounds of one client may be `Infinity`. */
export interface ConcurrencyBounds {
  /** Requests that are answered by Elasticsearch, waiting ones included. */
  maxPending: number;
  /** Requests of one client, from their arrival to the last byte that it reads. */
  maxPerClient: number;
  of: Record<
    Cost,
    {
      /** Like `maxPending` and `maxPerClient`, of requests with this cost. */
      maxPending: number;
      maxPerClient: number;
      /** Answers that are made at once; exports until they are read. */
      places: number;
      /** Of these, those of one client. */
      placesPerClient: number;
      /** Longest wait for a place. */
      timeoutMs: number;
    }
  >;
}

/** Decides what is worked on, fairly between clients. */
export interface ConcurrencyLimits {
  /**
   * Counts a request of a client; call what it returns when its answer is read.
   * @throws ApiError `rate_limited` where the client has too much in progress
   */
  enter(client: string, cost: Cost): Release;
  /**
   * Waits for a place among the answers of this cost: the one gate before Elasticsearch.
   * @throws ApiError `unavailable` where too many are made or wait, or after the longest wait
   * @throws ClientDisconnected
   */
  acquire(cost: Cost, ...who: Parameters<FairLimit['acquire']>): Promise<Release>;
  /** Number of requests that have a place or wait for one. */
  pending(): number;
  /** Ends the waits that have lasted too long; to be called now and then. */
  sweep(now: number): void;
  /** Resolves when no place is taken. */
  idle(): Promise<void>;
}

/** A parameter `format`, or one whose name is encoded, which no client needs and which could be `format`. */
const namesFormat = /(?:^|&)(?:format=|[^=&]*%)/;

/** What a request costs, told by its address alone: it is asked before anything of the request is read. */
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
    message: `This address has ${count} ${noun} in progress, of which ${max} are allowed. Read their answers, then ask again.`,
    headers: { 'Retry-After': '1' },
  });
}
