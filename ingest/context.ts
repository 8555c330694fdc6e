import type { Queue } from 'bullmq';
import { type IngestMetrics, ingestMetrics } from './operations/metrics.ts';
import type { AnyBatch, BatchResult } from './queue/batches.ts';
import type { IngestServices } from './services.ts';
import { type ImportLog, importLog } from './store/import-log.ts';
import { type RejectStore, rejectStore } from './store/rejects.ts';

/** The connections, stores and metrics that every part of an import uses. */
export interface ImportContext extends IngestServices {
  log: ImportLog;
  rejects: RejectStore;
  batches: Queue<AnyBatch, BatchResult>;
  metrics: IngestMetrics;
  /** Up to this many lots an import rebuilds all suggestions; the default if absent. */
  maxLotsRebuilt?: number | undefined;
}

export function createImportContext(
  services: IngestServices,
  batches: ImportContext['batches'],
  metrics: IngestMetrics = ingestMetrics(),
): ImportContext {
  const { elasticsearch, config } = services;
  return {
    ...services,
    log: importLog(elasticsearch, config.INDEX_ALIAS),
    rejects: rejectStore(elasticsearch, config.INDEX_ALIAS),
    batches,
    metrics,
  };
}
