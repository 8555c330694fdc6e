import type { Logger } from 'pino';
import type { ImportEntry } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import type { IngestMetrics } from './metrics.ts';

/**
 * Reports the imports of a worker: logs in one line each that an import begins, is being published, or has ended, and
 * counts the ended ones.
 */
export function reportImports(metrics: IngestMetrics, logger: Logger): (entry: ImportEntry) => void {
  return (ended) => {
    const { id, state, mode, source, started_at, ...entry } = ended;
    const { read, indexed, replaced, superseded, rejected, data_version, warning, reason } = entry;
    if (!isUnfinished(ended)) metrics.importEnded(ended);
    const counts = { import: id, read, indexed, new: entry.new, replaced, superseded, rejected };
    const ms = started_at && Date.now() - Date.parse(started_at);
    if (state === 'failed') logger.warn({ import: id, reason, ms }, 'import failed');
    else if (state === 'cancelled') logger.info({ import: id, ms }, 'import cancelled');
    else if (state === 'completed') logger.info({ ...counts, data_version, warning, ms }, 'import completed');
    else if (state === 'publishing') logger.info({ import: id, read, rejected }, 'import is being published');
    else logger.info({ import: id, mode, source }, 'import started');
  };
}
