import { type IngestMetrics, ingestMetrics } from './operations/metrics.ts';
import { retryWhileUnavailable } from './retries.ts';
import type { IngestServices } from './services.ts';
import { type ObjectStore, objectStore } from './source/object-store.ts';
import type { ImportEntry } from './store/import-entry.ts';
import { type ImportLog, importLog } from './store/import-log.ts';
import { type RejectStore, rejectStore } from './store/rejects.ts';
import { type ScheduleStore, scheduleStore } from './store/schedules.ts';

/** The connections, stores and metrics that every part of an import uses. */
export interface ImportContext extends IngestServices {
  log: ImportLog;
  rejects: RejectStore;
  schedules: ScheduleStore;
  /** The S3-compatible store. */
  objects: ObjectStore;
  metrics: IngestMetrics;
  /** Reports an import that has begun, is being published or has ended. */
  reportImport: (entry: ImportEntry) => void;
  /** Aborted when the worker shuts down, with the reason ShuttingDown. */
  signal: AbortSignal;
  /** Repeats a call while a server is unavailable, until `signal` is aborted. */
  retry: <T>(call: () => Promise<T>) => Promise<T>;
}

export function createImportContext(
  services: IngestServices,
  metrics: IngestMetrics = ingestMetrics(),
  reportImport: ImportContext['reportImport'] = () => {},
  signal: AbortSignal = new AbortController().signal,
): ImportContext {
  const { elasticsearch, config } = services;
  return {
    ...services,
    log: importLog(elasticsearch, config.INDEX_ALIAS, reportImport),
    rejects: rejectStore(elasticsearch, config.INDEX_ALIAS),
    schedules: scheduleStore(elasticsearch, config.INDEX_ALIAS),
    objects: objectStore(config),
    metrics,
    reportImport,
    signal,
    retry: (call) => retryWhileUnavailable(call, signal),
  };
}
