import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import { processMetrics } from '../../config/process-metrics.ts';
import type { Outage } from '../errors.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { ServerProbes } from './probe-servers.ts';

export type IngestMetrics = ReturnType<typeof ingestMetrics>;

/**
 * The metrics of a worker; docs/operations/observability.md explains them.
 * @param probes of the servers and queues, made whenever the metrics are read
 */
export function ingestMetrics(probes?: ServerProbes) {
  const registry = processMetrics();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const accepted = counter(
    'gem_ingest_records_indexed_total',
    'Valid records written, lines that a newer one supersedes included.',
  );
  const rejected = counter('gem_ingest_records_rejected_total', 'Records rejected, by code.', 'code');
  const batches = counter('gem_ingest_batches_total', 'Batches of records that were written.');
  const takenOver = counter('gem_ingest_jobs_taken_over_total', 'Jobs taken over from a stopped worker.');
  const bulkSeconds = new Histogram({
    name: 'gem_ingest_bulk_seconds',
    help: 'Seconds that bulk requests took, unanswered ones included.',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const imports = counter(
    'gem_ingest_imports_total',
    'Imports that ended, by outcome. One that completed although newer records won over all of its own counts as superseded, too.',
    'outcome',
  );
  // Counters of alerts start at 0, because alerts on an increase would otherwise miss the first failure.
  for (const outcome of ['completed', 'failed', 'cancelled', 'superseded']) imports.inc({ outcome }, 0);
  const oldestUnfinished = new Gauge({
    name: 'gem_ingest_oldest_unfinished_import_seconds',
    help: 'Age of the oldest import that has not ended; 0 when there is none.',
    registers,
  });
  const retried = counter(
    'gem_ingest_retries_total',
    'Calls repeated because a part was unavailable: elasticsearch, redis or files.',
    'part',
  );
  for (const part of ['elasticsearch', 'redis', 'files']) retried.inc({ part }, 0);

  const upGauge = (server: 'redis' | 'elasticsearch', help: string) =>
    new Gauge({
      name: `gem_ingest_${server}_up`,
      help,
      registers,
      async collect() {
        if (probes) this.set((await probes[server]()).up ? 1 : 0);
      },
    });
  upGauge('redis', 'Whether Redis takes writes: 1 or 0.');
  upGauge('elasticsearch', 'Whether Elasticsearch answers: 1 or 0.');
  new Gauge({
    name: 'gem_ingest_queue_jobs',
    help: 'Jobs in the queues, by queue and state; absent while Redis does not answer.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const queues = await probes?.jobCounts();
      this.reset();
      for (const [queue, counts] of queues ?? []) {
        for (const [state, n] of Object.entries(counts)) this.set({ queue, state }, n);
      }
    },
  });

  return {
    registry,
    retried: (part: Outage) => retried.inc({ part }),
    takenOver,
    bulkSeconds,
    oldestUnfinished,
    importEnded({ state, read, indexed, superseded }: ImportEntry) {
      imports.inc({ outcome: state });
      const isSuperseded = state === 'completed' && read > 0 && indexed === 0 && superseded > 0;
      if (isSuperseded) imports.inc({ outcome: 'superseded' });
    },

    /** Counts a batch that was written. */
    batchWritten({
      written,
      rejects,
    }: {
      written: readonly unknown[];
      rejects: readonly { code: string }[];
    }) {
      batches.inc();
      accepted.inc(written.length);
      for (const { code } of rejects) rejected.inc({ code });
    },
  };
}
