import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { LoadTarget } from './start-target.ts';

/** Measurements of a process at one moment. */
interface Sample {
  residentMb: number;
  /** The status of `/healthz`. */
  health: number;
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

async function sample({ url, pid }: LoadTarget): Promise<Sample> {
  const { status: health } = await fetch(`${url}/healthz`);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { residentMb: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024, health };
}

/** Maximum resident memory of an API under any load. */
const limitMb = 768;

/** A trend of memory needs minutes: until then the caches fill, and the heap grows to its usual size. */
const trendFromSeconds = 300;

/** Expects an API that always answered health checks, within its memory, which no longer grew at the end. */
export function expectBounded(samples: Sample[]): void {
  const residentMb = Math.max(...samples.map((one) => one.residentMb));
  console.log(`${residentMb.toFixed(0)} MB at most`);
  expect(samples.filter(({ health }) => health !== 200)).toEqual([]);
  expect(residentMb).toBeLessThan(limitMb);
  if (samples.length < trendFromSeconds) return;
  const sixth = Math.floor(samples.length / 6);
  const meanMb = (some: Sample[]) => some.reduce((sum, one) => sum + one.residentMb, 0) / some.length;
  expect(meanMb(samples.slice(-sixth))).toBeLessThan(1.05 * meanMb(samples.slice(-2 * sixth, -sixth)));
}
