import { collectDefaultMetrics, Registry } from '@prometheus-io/client';

/**
 * Milliseconds between samples of the event loop delay; Node adds them to each reported delay. Every 10 ms, the default
 * of the client library, uses one percent of a core when idle.
 */
const loopSampleMs = 50;

/** Milliseconds between samples of the event loop's utilization; the default is 100. */
const utilizationSampleMs = 1_000;

/** A registry with the default metrics of every process: memory, CPU, garbage collection, event loop. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({
    register,
    eventLoopMonitoringPrecision: loopSampleMs,
    eventLoopUtilizationTimeout: utilizationSampleMs,
  });
  return register;
}
