import { ClientDisconnected, unavailable } from '../http/errors.ts';

/** Releases a slot. */
export type Release = () => void;

/** A concurrency limit that clients share. */
export interface FairLimit {
  /**
   * Resolves when the client gets a slot.
   * @param onDisconnect registers a listener for the disconnection of the client, which ends its wait
   * @throws ClientDisconnected
   * @throws ApiError `unavailable` after the maximum wait
   */
  acquire(client: string, onDisconnect: (leave: () => void) => void): Promise<Release>;
  /** Rejects the requests that have waited too long. */
  sweep(now: number): void;
  /** Resolves when no slot is taken. */
  idle(): Promise<void>;
}

interface Waiting {
  since: number;
  resolve(release: Release): void;
  reject(error: Error): void;
}

/**
 * Runs at most `slots` calls at once, and at most `slotsPerClient` of one client. Waiting calls start round-robin: one
 * of each client, the oldest first. A client with many calls delays only its own.
 *
 * Not p-queue or a similar library: they have priorities but no round-robin between clients.
 * @param timeoutMs maximum wait for a slot
 */
export function createFairLimit({
  maxConcurrent,
  maxConcurrentPerClient,
  timeoutMs,
}: {
  maxConcurrent: number;
  maxConcurrentPerClient: number;
  timeoutMs: number;
}): FairLimit {
  const running = new Map<string, number>();
  /** The client that is next comes first. */
  const queues = new Map<string, Set<Waiting>>();
  const idleWaiters = new Set<() => void>();
  let taken = 0;

  const mayStart = (client: string) =>
    taken < maxConcurrent && (running.get(client) ?? 0) < maxConcurrentPerClient;

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
      // The client goes to the end of the queue.
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
          leave(client, waiting, unavailable('Too many requests are waiting.', undefined, 1));
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
