import type { estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel } from '../mappings/data-version.ts';
import type { ImportEntry } from './import-log.ts';
import { nameDataVersion } from './index-meta.ts';
import { moveLive, moveSuggestions } from './index-roles.ts';
import { changeAliases, liveIndex } from './live-index.ts';
import type { ImportSteps } from './steps.ts';
import { catchUpTitles, followLots, suggestionsFor } from './suggestions/follow-lots.ts';
import { liveSuggestIndex } from './suggestions/suggestion-index.ts';

type ShowSteps = Pick<ImportSteps, 'elasticsearch' | 'config' | 'redis'>;

/**
 * Puts an index, and the suggestions of what is in it, in the place of the live one, in one step: no reader meets none,
 * two, or the one with the other's.
 * @param move the index that is expected to be live, and the one that will be
 * @param recorded changes of aliases that are made in the same step
 * @throws StaleWriter when another index is live, or an alias that `recorded` needs is gone
 */
export async function goLive(
  move: { from: string | undefined; to: string },
  recorded: estypes.IndicesUpdateAliasesAction[],
  { elasticsearch, config, redis }: ShowSteps,
): Promise<DataVersion> {
  const indexAlias = config.INDEX_ALIAS;
  const suggestions = await suggestionsFor({ elasticsearch, indexAlias, recordsIndex: move.to });
  const version = await nameDataVersion(elasticsearch, move.to);
  const shown = await liveSuggestIndex(elasticsearch, indexAlias);
  await changeAliases(elasticsearch, [
    ...moveLive(indexAlias, move.from, move.to),
    ...moveSuggestions(indexAlias, shown, suggestions),
    ...recorded,
  ]);
  await announceDataVersion(redis, indexAlias, version);
  return version;
}

/**
 * Names the state of the data that the live index shows since its refresh.
 * @param indexed lots that the import wrote or deleted
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function showChanges(
  entry: ImportEntry,
  indexed: number,
  steps: ImportSteps,
  target = entry.index!,
): Promise<DataVersion> {
  const { elasticsearch, config } = steps;
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: entry.index! };
  await followLots(records, { import: entry.id, deleted: entry.mode === 'delete' ? indexed : 0 });
  return nameState(target, steps);
}

/**
 * Lets the titles that are suggested catch up with the records, where they are too many for the import to wait for
 * them. They make a state of the data of their own.
 * @throws ShuttingDown when `signal` is aborted: whoever takes the job again goes on with it
 */
export async function catchUp(steps: ImportSteps, signal: AbortSignal): Promise<void> {
  const { elasticsearch, config } = steps;
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (
    index &&
    (await catchUpTitles(elasticsearch, config.INDEX_ALIAS, index, () => signal.throwIfAborted()))
  ) {
    await nameState(index, steps);
  }
}

/**
 * Makes visible what an import wrote to its index since the last refresh, and names that state at once: readers meet no
 * state that has the name of another for longer than it takes to write the name down.
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function refreshAndName(index: string, steps: ShowSteps, target = index): Promise<void> {
  await steps.elasticsearch.indices.refresh({ index });
  await nameState(target, steps);
}

async function nameState(target: string, { elasticsearch, config, redis }: ShowSteps): Promise<DataVersion> {
  const version = await nameDataVersion(elasticsearch, target);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
  return version;
}

/** Tells every API process that the data changed. Whoever misses it reads the index instead. */
export async function announceDataVersion(
  redis: { publish(channel: string, message: string): Promise<unknown> },
  indexAlias: string,
  version: DataVersion,
): Promise<void> {
  await redis.publish(dataVersionChannel(indexAlias), JSON.stringify(version));
}
