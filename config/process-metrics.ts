import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * How often the delay of the event loop is sampled, which Node adds to the delays that it tells. Every 10 ms, as
 * prom-client has it, costs a core one percent at rest.
 */
const loopSampleMs = 50;

/** A registry with what every process of the service tells of itself: memory, processor, garbage, event loop. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopSampleMs });
  return register;
}
