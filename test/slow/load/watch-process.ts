import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { loopSampleMs } from '../../../config/process-metrics.ts';
import type { LoadTarget } from './start-target.ts';

/** Measurements of a process at one moment. */
export interface Sample {
  residentMb: number;
  /** 99th percentile of the event loop delay since the previous sample. */
  loopDelayMs: number;
  inFlight: number;
  descriptors: number;
  /** Latency of `/healthz`. */
  healthMs: number;
  healthStatus: number;
}

/** Samples a running API once a second until `end` is called. */
export function watchProcess(target: LoadTarget) {
  const samples: Sample[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      samples.push(await sample(target));
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
export async function sample({ url, pid }: LoadTarget): Promise<Sample> {
  const asked = performance.now();
  const health = await fetch(`${url}/healthz`);
  await health.arrayBuffer();
  const healthMs = performance.now() - asked;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    residentMb: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024,
    loopDelayMs: Math.max(0, metricIn(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1000 - loopSampleMs),
    // The request for the metrics itself is excluded.
    inFlight: metricIn(metrics, 'gem_api_requests_in_flight') - 1,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    healthMs,
    healthStatus: health.status,
  };
}

/** The value of a metric without labels. */
export const metricIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

/** The highest value of a measurement. */
export const most = (samples: Sample[], name: keyof Sample): number =>
  Math.max(...samples.map((one) => one[name]));

/** Maximum resident memory of an API under any load. */
const limitMb = 768;

/** A trend of memory needs minutes: until then the caches fill, and the heap grows to its usual size. */
export const trendFromSeconds = 300;

/** Expects an API that always answered health checks, within its memory, which no longer grew at the end. */
export function expectBounded(samples: Sample[]): void {
  const residentMb = most(samples, 'residentMb');
  console.log(
    `${residentMb.toFixed(0)} MB at most; ` +
      `health ${most(samples, 'healthMs').toFixed(0)} ms, loop ${most(samples, 'loopDelayMs').toFixed(0)} ms`,
  );
  expect(samples.filter(({ healthStatus }) => healthStatus !== 200)).toEqual([]);
  expect(residentMb).toBeLessThan(limitMb);
  if (samples.length < trendFromSeconds) return;
  const sixth = Math.floor(samples.length / 6);
  const meanMb = (some: Sample[]) => some.reduce((sum, one) => sum + one.residentMb, 0) / some.length;
  expect(meanMb(samples.slice(-sixth))).toBeLessThan(1.05 * meanMb(samples.slice(-2 * sixth, -sixth)));
}
