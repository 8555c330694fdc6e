import { ImportFailed } from './import-failed.ts';
import { isUnfinished, unfinishedStates } from './import-log.ts';
import { listRecordsIndices } from './live-index.ts';
import { goLive } from './show-data.ts';
import type { ImportSteps } from './steps.ts';

/**
 * Moves the alias back to the index before the live one, or to a named one.
 * @throws ImportFailed when there is none, or imports are under way that write to the live one.
 */
export async function rollBack(
  { elasticsearch, config, redis, log }: Pick<ImportSteps, 'elasticsearch' | 'config' | 'redis' | 'log'>,
  name?: string,
): Promise<{ from: string; to: string; data_version: string }> {
  // A search may lag behind by the refresh that is under way: what it lists is looked up again.
  const listed = await log.list(unfinishedStates);
  const busy = (await Promise.all(listed.map(({ id }) => log.find(id)))).find(
    (entry) => entry && isUnfinished(entry),
  );
  if (busy)
    throw new ImportFailed(`Import ${busy.id} is ${busy.state}; wait for its end or cancel it first.`);
  const indices = await listRecordsIndices(elasticsearch, config.INDEX_ALIAS);
  const live = indices.find((index) => index.live);
  const target = indices.find((index) => (name ? index.index === name : live && index.import < live.import));
  if (!live || !target)
    throw new ImportFailed(name ? `There is no index "${name}".` : 'There is no index to go back to.');

  const { data_version } = await goLive(target.index, { elasticsearch, config, redis });
  return { from: live.index, to: target.index, data_version };
}
