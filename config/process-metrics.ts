import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Milliseconds between samples of the event loop's delay; Node adds them to each delay that it tells. Every 10, as
 * prom-client has it, cost a core one percent at rest.
 */
export const loopSampleMs = 50;

/** A registry with what every process of the service tells of itself: memory, processor, garbage, event loop. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopSampleMs });
  return register;
}
