import { ApiError, unavailable } from '../http/errors.ts';
import type { Route } from './define-route.ts';
import { createFairLimit, type FairLimit, type Release } from './fair-limit.ts';

/** What a request costs: `brief` a few records or names, `long` statistics and the like, `export` a file. */
export type Cost = 'brief' | 'long' | 'export';

/** How much is done at once. Bounds of one client may be `Infinity`. */
export interface AdmissionLimits {
  /** Requests whose answers are being made, waiting ones included. */
  maxAdmitted: number;
  /** Requests of one client, from their arrival to the last byte that it reads. */
  maxPerClient: number;
  of: Record<
    Cost,
    {
      /** Like `maxAdmitted` and `maxPerClient`, of requests with this cost. */
      maxAdmitted: number;
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

/** Decides what is worked on: the one gate of the process, fair between clients. */
export interface Admission {
  /**
   * Counts a request of a client; `leave` when its answer is read.
   * @throws ApiError `rate_limited` where the client has too much in progress
   */
  enter(client: string, cost: Cost): { leave: Release };
  /**
   * Counts an answer that is made; call what it returns when it is made.
   * @throws ApiError `unavailable` where too many are
   */
  admit(cost: Cost): Release;
  /** Number of answers that are being made. */
  admitted(): number;
  /** Waits for a place among the answers of this cost. */
  acquire(cost: Cost, ...who: Parameters<FairLimit['acquire']>): Promise<Release>;
  /** Ends the waits that have lasted too long; to be called now and then. */
  sweep(now: number): void;
  /** Resolves when no place is taken. */
  idle(): Promise<void>;
}

/** A parameter `format`, or one whose name is encoded, which no client needs and which could be `format`. */
const namesFormat = /(?:^|&)(?:format=|[^=&]*%)/;

/** What a request costs, told by its address alone: it is asked before anything of the request is read. */
export function costOf(route: Pick<Route, 'isBrief' | 'export'>, query = ''): Cost {
  if (route.export && namesFormat.test(query)) return 'export';
  return route.isBrief ? 'brief' : 'long';
}

type InProgress = Record<Cost, number>;

const nothing = (): InProgress => ({ brief: 0, long: 0, export: 0 });

const called = { brief: 'requests', long: 'requests for statistics', export: 'exports' };

export function createAdmission(limits: AdmissionLimits): Admission {
  const clients = new Map<string, InProgress>();
  const places = {
    brief: createFairLimit(fairLimitOf(limits, 'brief')),
    long: createFairLimit(fairLimitOf(limits, 'long')),
    export: createFairLimit(fairLimitOf(limits, 'export')),
  };
  const admitted = nothing();

  function refuseMoreThan(max: number, inProgress: number, what: string): void {
    if (inProgress < max) return;
    throw new ApiError('rate_limited', {
      message: `This address has ${inProgress} ${what} in progress, of which ${max} are allowed. Read their answers, then ask again.`,
      headers: { 'Retry-After': '1' },
    });
  }

  return {
    enter(client, cost) {
      const known = clients.get(client);
      const inProgress = known ?? nothing();
      refuseMoreThan(limits.maxPerClient, totalOf(inProgress), called.brief);
      refuseMoreThan(limits.of[cost].maxPerClient, inProgress[cost], called[cost]);
      inProgress[cost]++;
      if (!known) clients.set(client, inProgress);
      const leave = () => {
        inProgress[cost]--;
        if (totalOf(inProgress) === 0) clients.delete(client);
      };
      return { leave };
    },
    admit(cost) {
      if (totalOf(admitted) >= limits.maxAdmitted || admitted[cost] >= limits.of[cost].maxAdmitted) {
        throw unavailable('Too many requests are being worked on.', undefined, 1);
      }
      admitted[cost]++;
      return () => {
        admitted[cost]--;
      };
    },
    admitted: () => totalOf(admitted),
    acquire: (cost, ...who) => places[cost].acquire(...who),
    sweep(now) {
      for (const limit of Object.values(places)) limit.sweep(now);
    },
    async idle() {
      await Promise.all(Object.values(places).map((limit) => limit.idle()));
    },
  };
}

const totalOf = ({ brief, long, export: exports }: InProgress) => brief + long + exports;

function fairLimitOf(limits: AdmissionLimits, cost: Cost): Parameters<typeof createFairLimit>[0] {
  const { places, placesPerClient, timeoutMs } = limits.of[cost];
  return { total: places, perClient: placesPerClient, timeoutMs };
}
