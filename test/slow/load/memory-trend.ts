import type { Sample } from './watch-process.ts';

/** The trend of memory at the end of a run, when every cache is full. */
interface MemoryTrend {
  meanMb: number;
  /** Slope of the least squares line. */
  mbPerMinute: number;
  /** Growth over the measured time, as a share of the mean. */
  growth: number;
}

/** A trend of memory needs minutes: until then the caches fill, and the heap grows to its usual size. */
export const trendFromSeconds = 300;

/** The trend of the last third of the samples. */
export function memoryTrend(samples: Sample[]): MemoryTrend {
  const last = samples.slice(-Math.ceil(samples.length / 3));
  const mean = (value: (one: Sample, place: number) => number) =>
    last.reduce((sum, one, place) => sum + value(one, place), 0) / last.length;
  const meanMb = mean(({ residentMb }) => residentMb);
  const middle = (last.length - 1) / 2;
  // Samples are one second apart, so that indexes are seconds.
  const covariance = mean(({ residentMb }, place) => (place - middle) * (residentMb - meanMb));
  const perSecond = covariance / mean((_one, place) => (place - middle) ** 2);
  return { meanMb, mbPerMinute: 60 * perSecond, growth: (perSecond * last.length) / meanMb };
}
