import { setTimeout as pause } from 'node:timers/promises';
import { liveHeapMb } from './live-heap.ts';
import type { LoadTarget } from './load-target.ts';
import { sample } from './watch-process.ts';

/** Measurements of an idle process. */
interface Rest {
  /** Median latency of sequential requests that need a search. */
  latencyMs: number;
  loopDelayMs: number;
  inFlight: number;
  liveHeapMb: number;
}

export interface Recovery {
  before: Rest;
  after: Rest;
  /** Latency of the first request after the load. */
  firstLatencyMs: number;
  /** Seconds until all measurements were normal again; null if that took too long. */
  seconds: number | null;
}

/** Maximum seconds of a recovery. */
const patienceS = 10;

/** Latency may be this many times the latency before, because other processes share the machine. */
const tolerance = 2;

/** Measures an idle process; `wait` then waits up to 10 seconds until the measurements are normal again. */
export async function watchRecovery(target: LoadTarget) {
  const before = await rest(target);
  return {
    async wait(): Promise<Recovery> {
      const start = performance.now();
      const firstLatencyMs = await latencyMs(target.url);
      for (;;) {
        const after = await rest(target);
        const seconds = (performance.now() - start) / 1000;
        if (isLike(after, before)) return { before, after, firstLatencyMs, seconds };
        if (seconds > patienceS) return { before, after, firstLatencyMs, seconds: null };
      }
    },
  };
}

/** Extra event loop delay that is allowed: one garbage collection among ten samples. */
const loopSlackMs = 10;

function isLike(after: Rest, before: Rest): boolean {
  return (
    after.inFlight === 0 &&
    after.latencyMs <= tolerance * before.latencyMs &&
    after.loopDelayMs <= before.loopDelayMs + loopSlackMs
  );
}

/** Number of requests for the median latency. */
const measured = 15;

async function rest(target: LoadTarget): Promise<Rest> {
  // Each sample measures the delay since the previous one, so that this sample starts the measurement.
  await sample(target.url, target.pid);
  await pause(500);
  const { loopDelayMs, inFlight } = await sample(target.url, target.pid);
  const latencies: number[] = [];
  while (latencies.length < measured) latencies.push(await latencyMs(target.url));
  latencies.sort((a, b) => a - b);
  return {
    latencyMs: latencies[Math.floor(measured / 2)]!,
    loopDelayMs,
    inFlight,
    liveHeapMb: await liveHeapMb(target.pid, target.inspectorPort),
  };
}

let asked = 0;

/** The latency of a request that no cache knows. */
async function latencyMs(url: string): Promise<number> {
  asked++;
  const start = performance.now();
  const answer = await fetch(`${url}/api/v1/auctions?price_min=${asked}`);
  await answer.arrayBuffer();
  return performance.now() - start;
}
