import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from '../local/server.ts';
import { type LoadResult, load, type Question, quantile } from './load.ts';
import type { Testbed } from './testbed.ts';

/** One round: the same requests for both sides, as API requests and as raw searches. */
export interface Round {
  api: Question[];
  raw: Question[];
}

/** The median of some rounds, and how far they lie apart. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The results of one side, over all rounds. */
export interface Side {
  perSecond: Spread;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** CPU seconds per 1,000 responses. */
  engineCpuS: number;
  apiCpuS?: number;
  apiMb?: number;
}

interface Sample extends LoadResult {
  apiCpuS: number;
  engineCpuS: number;
}

/**
 * Measures round by round; the first side alternates, so that neither always benefits from caches that the other
 * warmed.
 * @returns both sides, and the responses per second of the API as a share of the raw ones: by round, and over all rounds
 *   together
 */
export async function compare(
  bed: Testbed,
  api: Server,
  rounds: Round[],
  { connections, apiStatus = 200 }: { connections: number; apiStatus?: number },
) {
  const sample = async (isApi: boolean, questions: Question[]): Promise<Sample> => {
    const cpu = () => [cpuSeconds([api.pid]), cpuSeconds(bed.enginePids)] as const;
    const before = cpu();
    const result = await load(isApi ? [api.url] : bed.engineUrls, questions, {
      connections,
      status: isApi ? apiStatus : 200,
    });
    const after = cpu();
    const apiCpuS = ((after[0] - before[0]) / result.answered) * 1000;
    return { ...result, apiCpuS, engineCpuS: ((after[1] - before[1]) / result.answered) * 1000 };
  };
  const ours: Sample[] = [];
  const raws: Sample[] = [];
  for (const [i, round] of rounds.entries()) {
    if (i % 2 === 0) ours.push(await sample(true, round.api));
    raws.push(await sample(false, round.raw));
    if (i % 2 === 1) ours.push(await sample(true, round.api));
  }
  return {
    sides: {
      api: { ...sideOf(ours), apiCpuS: median(ours.map(({ apiCpuS }) => apiCpuS)), apiMb: peakMb(api.pid) },
      raw: sideOf(raws),
    },
    ratio: spreadOf(ours.map((our, i) => rate(our) / rate(raws[i]!))),
    overall: overallRate(ours) / overallRate(raws),
  };
}

const rate = ({ answered, seconds }: LoadResult) => answered / seconds;

function overallRate(results: LoadResult[]): number {
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return sum(({ answered }) => answered) / sum(({ seconds }) => seconds);
}

function sideOf(samples: Sample[]): Side {
  const at = (share: number) => median(samples.map(({ latencies }) => quantile(latencies, share)));
  return {
    perSecond: spreadOf(samples.map(rate)),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    engineCpuS: median(samples.map(({ engineCpuS }) => engineCpuS)),
  };
}

/** The spread of some rounds. */
export function spreadOf(values: number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU seconds that processes have used so far, in user and system mode. Linux only. */
function cpuSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) / ticksPerSecond, 0);
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may hold anything: utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Peak memory of a process in RAM since its start, or since the last reset, in MB. */
export function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

/** Resets the peak of `peakMb`. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
