import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loopSampleMs } from '../../../config/process-metrics.ts';

/** What a process was like at one moment. */
export interface Sample {
  /** Seconds since the watch began. */
  atS: number;
  residentMb: number;
  heapMb: number;
  /** 99th percentile of the event loop's delay since the sample before. */
  loopDelayMs: number;
  inFlight: number;
  descriptors: number;
  /** How long `/healthz` took, and what it answered. */
  healthMs: number;
  healthStatus: number;
}

/** Samples a running API once a second until it is told to end. */
export function watchProcess(url: string, pid: number) {
  const samples: Sample[] = [];
  const ended = new AbortController();
  const start = performance.now();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      samples.push(await sample(url, pid, start));
      await pause(1000, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    samples,
    async end() {
      ended.abort();
      await watching;
    },
  };
}

/** What the process says of itself now, and what the system says of it. */
export async function sample(url: string, pid: number, start = 0): Promise<Sample> {
  const asked = performance.now();
  const health = await fetch(`${url}/healthz`);
  await health.arrayBuffer();
  const healthMs = performance.now() - asked;
  const metric = await readMetrics(url);
  return {
    atS: (performance.now() - start) / 1000,
    residentMb: residentMb(pid),
    heapMb: metric('nodejs_heap_size_used_bytes') / 2 ** 20,
    loopDelayMs: Math.max(0, metric('nodejs_eventloop_lag_p99_seconds') * 1000 - loopSampleMs),
    // The request for the metrics is one of them.
    inFlight: metric('gem_api_requests_in_flight') - 1,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    healthMs,
    healthStatus: health.status,
  };
}

async function readMetrics(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** What a process says of itself in one of its metrics that have no labels. */
export async function metricOf(url: string, name: string): Promise<number> {
  return (await readMetrics(url))(name);
}

/** Resident memory of a process. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
