import type { ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { unfinishedStates } from '../store/import-entry.ts';
import { isUnfinished } from '../store/import-log.ts';
import { completeHistory, previousIndex } from './index-history.ts';
import { recordLive, recordRollback } from './index-roles.ts';
import { liveIndex } from './live-index.ts';
import { swapAlias } from './publish-version.ts';

type RollBackContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis' | 'log'>;

/**
 * Moves the alias back to the index that was live before the live one, or to a named one that was live once. Where no
 * index is live, the one that was last is live again.
 * @throws ImportFailed when there is none, imports are running, or the live index was switched meanwhile
 */
export async function rollBack(
  context: RollBackContext,
  name?: string,
): Promise<{ from: string | undefined; to: string; data_version: string }> {
  const { elasticsearch, config, log } = context;
  // The list may lag behind by one refresh: each import is read again.
  const listed = await log.list(unfinishedStates);
  const busy = (await Promise.all(listed.map(({ id }) => log.find(id)))).find(
    (entry) => entry && isUnfinished(entry),
  );
  if (busy)
    throw new ImportFailed(`Import ${busy.id} is ${busy.state}; wait for its end or cancel it first.`);
  const from = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const indices = await completeHistory(context);
  const target = previousIndex(indices, name);
  // One that a rollback left is the newest again; else what came after it is set aside.
  const recorded = target.isAside
    ? recordLive(config.INDEX_ALIAS, target.index, indices)
    : recordRollback(config.INDEX_ALIAS, target.place!, indices);
  try {
    const { data_version } = await swapAlias({ from, to: target.index }, recorded, context);
    return { from, to: target.index, data_version };
  } catch (error) {
    if (!(error instanceof StaleWriter)) throw error;
    throw new ImportFailed('The live index was switched meanwhile; see gem-auctions indices.');
  }
}
