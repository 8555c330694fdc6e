import type { Queue } from 'bullmq';
import type { ImportContext } from '../context.ts';
import { isCurrent, liveIndex, readDataVersion, readMapping } from '../index/live-index.ts';
import { queueScorecard, type ScorecardJobData } from '../queue/scorecards.ts';
import { unfinishedStates } from '../store/import-entry.ts';
import { scoredVersion } from '../store/scorecard.ts';

type RequestContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'log'>;

/**
 * Queues a scorecard where the stored one is of another version of the data, by whatever the data changed: an import, a
 * rollback, a restored backup. While an import is unfinished it waits, because the data are about to change again.
 */
export async function requestScorecard(
  context: RequestContext,
  queue: Queue<ScorecardJobData>,
): Promise<void> {
  const { elasticsearch, config } = context;
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  // An index of another mapping is migrated or replaced first.
  if (!index || !isCurrent(await readMapping(elasticsearch, index))) return;
  const { data_version } = await readDataVersion(elasticsearch, index);
  if ((await scoredVersion(elasticsearch, config.INDEX_ALIAS)) === data_version) return;
  if (!(await isImporting(context))) await queueScorecard(queue, data_version);
}

/** Whether an import is unfinished. */
export const isImporting = async ({ log }: Pick<ImportContext, 'log'>): Promise<boolean> =>
  (await log.list(unfinishedStates)).length > 0;
