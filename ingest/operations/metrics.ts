import type { Queue } from 'bullmq';
import { Counter, Gauge, Histogram } from 'prom-client';
import { processMetrics } from '../../config/process-metrics.ts';
import type { BatchResult } from '../queue.ts';

export type IngestMetrics = ReturnType<typeof ingestMetrics>;

/** What a worker counts, under names that docs/operations.md explains. */
export function ingestMetrics() {
  const registry = processMetrics();
  const registers = [registry];
  const accepted = new Counter({
    name: 'gem_ingest_records_indexed_total',
    help: 'Valid records written, lines that a newer one supersedes included.',
    registers,
  });
  const rejected = new Counter({
    name: 'gem_ingest_records_rejected_total',
    help: 'Records rejected, by code.',
    labelNames: ['code'],
    registers,
  });
  const batches = new Counter({
    name: 'gem_ingest_batches_total',
    help: 'Batches that ended, by outcome: done or failed (a failed attempt that will be repeated included).',
    labelNames: ['outcome'],
    registers,
  });
  const takenOver = new Counter({
    name: 'gem_ingest_jobs_taken_over_total',
    help: 'Jobs taken over from a worker that was gone.',
    registers,
  });
  const bulkSeconds = new Histogram({
    name: 'gem_ingest_bulk_seconds',
    help: 'Seconds that bulk requests took, unanswered ones included.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const bulkRetries = new Counter({
    name: 'gem_ingest_bulk_retries_total',
    help: 'Bulk requests repeated because Elasticsearch was away or overloaded.',
    registers,
  });

  return {
    registry,
    takenOver,
    bulkSeconds,
    bulkRetries,
    batchDone(result: BatchResult) {
      batches.inc({ outcome: 'done' });
      accepted.inc(result.accepted);
      for (const [code, n] of Object.entries(result.rejectedByCode)) rejected.inc({ code }, n);
    },
    batchFailed: () => batches.inc({ outcome: 'failed' }),

    /** Reports the depth of the queues whenever the metrics are read. */
    watchQueues(queues: Queue[]) {
      new Gauge({
        name: 'gem_ingest_queue_jobs',
        help: 'Jobs in the queues, by queue and state.',
        labelNames: ['queue', 'state'],
        registers,
        async collect() {
          for (const queue of queues) {
            const counts = await queue.getJobCounts(
              'waiting',
              'active',
              'delayed',
              'waiting-children',
              'failed',
            );
            for (const [state, n] of Object.entries(counts)) this.set({ queue: queue.name, state }, n);
          }
        },
      });
    },
  };
}
