import { setTimeout as pause } from 'node:timers/promises';
import { liveHeapMb } from './live-heap.ts';
import type { LoadTarget } from './load-target.ts';
import { sample } from './watch-process.ts';

/** What a process at rest is like. */
export interface Rest {
  /** Of requests one after the other, each of which is searched for. */
  latencyMs: number;
  loopDelayMs: number;
  inFlight: number;
  liveHeapMb: number;
}

export interface Recovery {
  before: Rest;
  after: Rest;
  /** Of the first request after the load. */
  firstLatencyMs: number;
  /** Seconds until all was as before; null if it was not in time. */
  seconds: number | null;
}

/** How long a service may take to be as it was before. */
const patienceS = 10;

/** How much of a difference is none: the machine has other things to do as well. */
const tolerance = 2;

/** Keeps what a process is like at rest; `wait` then waits until it is like that again, 10 seconds at most. */
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

/** Milliseconds that the event loop may be later: what one collection of garbage makes of ten samples. */
const loopSlackMs = 10;

function isLike(after: Rest, before: Rest): boolean {
  return (
    after.inFlight === 0 &&
    after.latencyMs <= tolerance * before.latencyMs &&
    after.loopDelayMs <= before.loopDelayMs + loopSlackMs
  );
}

/** Requests whose median counts. */
const measured = 15;

async function rest(target: LoadTarget): Promise<Rest> {
  // The sample before ends the time over which the next one measures the delay.
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

/** A request that was never asked before. */
async function latencyMs(url: string): Promise<number> {
  asked++;
  const start = performance.now();
  const answer = await fetch(`${url}/api/v1/auctions?price_min=${asked}`);
  await answer.arrayBuffer();
  return performance.now() - start;
}
