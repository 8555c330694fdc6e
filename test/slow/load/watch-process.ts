import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loopSampleMs } from '../../../config/process-metrics.ts';

/** Measurements of a process at one moment. */
export interface Sample {
  /** Seconds since the watch began. */
  atS: number;
  residentMb: number;
  heapMb: number;
  /** 99th percentile of the event loop delay since the previous sample. */
  loopDelayMs: number;
  inFlight: number;
  descriptors: number;
  /** Latency of `/healthz`. */
  healthMs: number;
  healthStatus: number;
}

/** Samples a running API once a second until `end` is called. */
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

/** Measures a process by its metrics and by /proc. */
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
    // The request for the metrics itself is excluded.
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

/** The value of a metric without labels. */
export async function metricOf(url: string, name: string): Promise<number> {
  return (await readMetrics(url))(name);
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
