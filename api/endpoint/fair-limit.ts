import { ClientDisconnected, unavailable } from '../http/errors.ts';

/** Gives a place back. */
export type Release = () => void;

/** A concurrency limit that clients share. */
export interface FairLimit {
  /**
   * Resolves when the client gets a place.
   * @param onDisconnect has a listener called when the request's client disconnects, which ends its wait
   * @throws ClientDisconnected
   * @throws ApiError `unavailable` after the longest wait
   */
  acquire(client: string, onDisconnect: (leave: () => void) => void): Promise<Release>;
  /** Ends the waits that have lasted too long. */
  sweep(now: number): void;
  /** Resolves when no place is taken. */
  idle(): Promise<void>;
}

interface Waiting {
  since: number;
  resolve(release: Release): void;
  reject(error: Error): void;
}

/**
 * Lets `places` calls run at once, of which one client has `placesPerClient`. Waiting calls start in turn: one of each client,
 * the oldest first, and so on. A client with many calls delays its own.
 *
 * Own code, because p-queue and its like know priorities but no turns between clients.
 * @param timeoutMs longest wait for a place
 */
export function createFairLimit({
  places,
  placesPerClient,
  timeoutMs,
}: {
  places: number;
  placesPerClient: number;
  timeoutMs: number;
}): FairLimit {
  const running = new Map<string, number>();
  /** The client whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting>>();
  const idleWaiters = new Set<() => void>();
  let taken = 0;

  const mayStart = (client: string) => taken < places && (running.get(client) ?? 0) < placesPerClient;

  function start(client: string): Release {
    taken++;
    running.set(client, (running.get(client) ?? 0) + 1);
    return () => {
      taken--;
      const left = running.get(client)! - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
      startNext();
      if (taken === 0) for (const resolve of idleWaiters) resolve();
    };
  }

  function startNext(): void {
    for (const [client, queue] of queues) {
      if (!mayStart(client)) continue;
      const [next] = queue;
      // Its next turn comes after those of the other clients.
      queues.delete(client);
      queue.delete(next!);
      if (queue.size > 0) queues.set(client, queue);
      next!.resolve(start(client));
      return;
    }
  }

  function leave(client: string, waiting: Waiting, error: Error): void {
    const queue = queues.get(client);
    if (!queue?.delete(waiting)) return;
    if (queue.size === 0) queues.delete(client);
    waiting.reject(error);
  }

  return {
    async acquire(client, onDisconnect) {
      if (mayStart(client)) return start(client);
      return new Promise((resolve, reject) => {
        const waiting = { since: performance.now(), resolve, reject };
        const queue = queues.get(client);
        if (queue) queue.add(waiting);
        else queues.set(client, new Set([waiting]));
        onDisconnect(() => leave(client, waiting, new ClientDisconnected()));
      });
    },
    sweep(now) {
      for (const [client, queue] of queues) {
        for (const waiting of queue) {
          if (now - waiting.since < timeoutMs) break;
          leave(client, waiting, unavailable('Too many requests wait for a place.', undefined, 1));
        }
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (taken === 0) resolve();
        else idleWaiters.add(resolve);
      }),
  };
}
