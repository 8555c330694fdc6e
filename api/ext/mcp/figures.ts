import type { Figure } from './answer.ts';
import type { Json } from './tool.ts';

/** Fewer prices are a low sample, as in every statistic of the API. */
const lowSample = 5;

/** A median with its interval. */
export const median = (name: string, summary: Json, unit: string, of?: string): Figure => ({
  name,
  ...(of !== undefined && { of }),
  value: summary.median,
  unit,
  n: summary.n,
  interval: interval(summary.median_low, summary.median_high, '95% interval'),
  low_sample: summary.n < lowSample,
});

/** Null without both ends. */
export const interval = (low: number | null, high: number | null, of: string): Figure['interval'] =>
  low === null || high === null ? null : { low, high, of };
