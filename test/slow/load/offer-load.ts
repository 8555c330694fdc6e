import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** So many connections at once for some time. */
export interface LoadStage {
  connections: number;
  seconds: number;
  /** Requests a second that each connection asks for; as many as are answered if absent. */
  perConnection?: number | undefined;
}

/** What became of it. */
export interface OfferedLoad {
  offeredPerS: number;
  answeredPerS: number;
  /** Answers of 503. */
  refusedPerS: number;
  statuses: Record<string, number>;
  /** How many requests waited on average for an answer that takes a search. */
  waiting: number;
  /** Latencies of the answers that are no errors. */
  medianMs: number;
  p99Ms: number;
  /** Connections that broke, and requests that were never answered. */
  broken: number;
  /** Some of the answers that no documentation promises. */
  undocumented: string[];
}

/** Offers load from a thread of its own, so that whoever watches meanwhile is not held up by it. */
export async function offerLoad(url: string, stage: LoadStage): Promise<OfferedLoad> {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: { url, ...stage } });
  const [load] = await once(thread, 'message');
  await thread.terminate();
  return load;
}
