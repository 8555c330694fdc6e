import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Milliseconds between samples of the event loop delay; Node adds them to each reported delay. Every 10 ms, the default
 * of prom-client, uses one percent of a core when idle.
 */
export const loopSampleMs = 50;

/** A registry with the default metrics of every process: memory, CPU, garbage collection, event loop. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopSampleMs });
  return register;
}
