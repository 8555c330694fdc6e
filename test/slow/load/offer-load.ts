import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A number of simultaneous connections for some time. */
export interface LoadStage {
  connections: number;
  seconds: number;
  /** Requests per second of each connection; by default, each response is followed by the next request. */
  perConnection?: number | undefined;
}

/** The results of a stage. */
export interface OfferedLoad {
  offeredPerS: number;
  answeredPerS: number;
  /** Responses with 503 per second. */
  refusedPerS: number;
  statuses: Record<string, number>;
  /** Mean number of requests that waited for a search. */
  waiting: number;
  /** Latencies of successful responses. */
  medianMs: number;
  p99Ms: number;
  /** Number of broken connections and unanswered requests. */
  broken: number;
  /** The first undocumented responses. */
  undocumented: string[];
}

/** Sends load from a separate thread, so that it does not delay the measurements. */
export async function offerLoad(url: string, stage: LoadStage): Promise<OfferedLoad> {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: { url, ...stage } });
  const [load] = await once(thread, 'message');
  await thread.terminate();
  return load;
}
