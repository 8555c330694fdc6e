import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import { processMetrics } from '../../config/process-metrics.ts';

/** The Prometheus metrics of the process. */
export type Metrics = ReturnType<typeof createMetrics>;

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of one app, in a registry of its own.
 * @param admitted the number of requests in flight
 * @param maxAdmitted MAX_IN_FLIGHT
 */
export function createMetrics(admitted: () => number, maxAdmitted: number) {
  const registry = processMetrics();
  const registers = [registry];
  new Gauge({
    name: 'gem_api_requests_admitted_max',
    help: 'MAX_IN_FLIGHT of the process.',
    registers,
  }).set(maxAdmitted);
  return {
    registry,
    requests: new Counter({
      name: 'gem_api_requests_total',
      help: 'Completed requests, by route and status.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    latency: new Histogram({
      name: 'gem_api_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response, by route.',
      labelNames: ['route'] as const,
      buckets: seconds,
      registers,
    }),
    elasticsearch: new Histogram({
      name: 'gem_api_elasticsearch_duration_seconds',
      help: 'Duration of a call to Elasticsearch, by route.',
      labelNames: ['route'] as const,
      buckets: seconds,
      registers,
    }),
    inFlight: new Gauge({
      name: 'gem_api_requests_in_flight',
      help: 'Requests in progress, from their arrival to the last byte that their client reads.',
      registers,
    }),
    admitted: new Gauge({
      name: 'gem_api_requests_admitted',
      help: 'Requests in flight or waiting for a slot; MAX_IN_FLIGHT limits them.',
      registers,
      collect() {
        this.set(admitted());
      },
    }),
    clientLimited: new Counter({
      name: 'gem_api_client_limited_total',
      help: 'Requests rejected because their client had too many in progress.',
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'gem_api_connections_refused_total',
      help: 'Connections closed before their request was read, by the exceeded limit: client or total.',
      labelNames: ['limit'] as const,
      registers,
    }),
    rateLimited: new Counter({
      name: 'gem_api_rate_limited_total',
      help: 'Requests rejected by the rate limit.',
      registers,
    }),
    rateLimitInMemory: new Counter({
      name: 'gem_api_rate_limit_in_memory_total',
      help: 'Requests counted in memory because Redis was unavailable.',
      registers,
    }),
    cache: new Counter({
      name: 'gem_api_cache_total',
      help: 'Responses by source: hit, shared (with a request in flight), miss, not_modified.',
      labelNames: ['result'] as const,
      registers,
    }),
  };
}
