import { computeScorecard, type ScorecardLimits, usualLimits } from '../../scorecard/compute-scorecard.ts';
import type { ImportContext } from '../context.ts';
import { retryWhileUnavailable } from '../errors.ts';
import type { ScorecardJobData } from '../queue/scorecards.ts';
import { elasticsearchOptions } from '../services.ts';
import { storeScorecard } from '../store/scorecard.ts';
import { isImporting } from './request-scorecard.ts';

/**
 * Computes the scorecard of a version of the data, and stores it. It stops where the data change or an import begins: the
 * scorecard of the next version follows. It may be interrupted and run again at any point.
 * @throws ShuttingDown when `signal` is aborted; the next worker that takes the job begins anew
 */
export async function updateScorecard(
  { data_version }: ScorecardJobData,
  context: ImportContext,
  signal: AbortSignal,
  limits: Partial<ScorecardLimits> = {},
): Promise<'stored' | 'superseded'> {
  const { elasticsearch, config } = context;
  const attempt = <T>(call: () => Promise<T>) =>
    retryWhileUnavailable(async () => {
      try {
        return await call();
      } catch (error) {
        // An interrupted call reports something else.
        signal.throwIfAborted();
        throw error;
      }
    }, signal);
  const gems = await computeScorecard(
    {
      connection: elasticsearchOptions(config),
      indexAlias: config.INDEX_ALIAS,
      dataVersion: data_version,
    },
    {
      limits: { ...usualLimits, ...limits },
      today: new Date().toISOString().slice(0, 10),
      signal,
      attempt,
      isWanted: async () => !(await attempt(() => isImporting(context))),
    },
  );
  if (!gems) return 'superseded';
  const computed_at = new Date().toISOString();
  await attempt(() => storeScorecard(elasticsearch, config.INDEX_ALIAS, { data_version, computed_at, gems }));
  return 'stored';
}
