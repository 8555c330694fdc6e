import type { estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { changeAliases, moveLive, moveSuggestions } from './index-roles.ts';
import { bumpDataVersion, liveIndex } from './live-index.ts';
import { liveSuggestIndex } from './suggestions/suggestion-index.ts';
import { completeTitles, suggestionsFor, syncSuggestions } from './suggestions/sync-suggestions.ts';

type PublishContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis' | 'maxLotsRebuilt'>;

/**
 * Makes an index and its suggestions live in one step: no reader sees none, two, or one with the suggestions of the
 * other.
 * @param move the index that is expected to be live, and the one that will be
 * @param recorded changes of aliases that are made in the same step
 * @throws StaleWriter when another index is live, or an alias that `recorded` needs is gone
 */
export async function switchAlias(
  move: { from: string | undefined; to: string },
  recorded: estypes.IndicesUpdateAliasesAction[],
  { elasticsearch, config, redis, maxLotsRebuilt }: PublishContext,
): Promise<DataVersion> {
  const indexAlias = config.INDEX_ALIAS;
  const suggestions = await suggestionsFor({
    elasticsearch,
    indexAlias,
    recordsIndex: move.to,
    maxLotsRebuilt,
  });
  const version = await bumpDataVersion(elasticsearch, move.to);
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
 * Updates the suggestions and publishes the version of the data that the live index has since its refresh.
 * @param indexed lots that the import wrote or deleted
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function publishWrites(
  entry: ImportEntry,
  indexed: number,
  context: ImportContext,
  target = entry.index!,
): Promise<DataVersion> {
  const { elasticsearch, config, maxLotsRebuilt } = context;
  const indexAlias = config.INDEX_ALIAS;
  const records = { elasticsearch, indexAlias, recordsIndex: entry.index!, maxLotsRebuilt };
  await syncSuggestions(records, { import: entry.id, deleted: entry.mode === 'delete' ? indexed : 0 });
  return publishVersion(target, context);
}

/**
 * Completes the suggested titles, where they are too many for the import to wait for them, and publishes them as a
 * version of their own.
 * @throws ShuttingDown when `signal` is aborted; the next worker that takes the job continues
 */
export async function publishTitles(context: ImportContext, signal: AbortSignal): Promise<void> {
  const { elasticsearch, config } = context;
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (
    index &&
    (await completeTitles(elasticsearch, config.INDEX_ALIAS, index, () => signal.throwIfAborted()))
  ) {
    await publishVersion(index, context);
  }
}

/**
 * Makes visible what was written since the last refresh, and publishes the version at once. What another import has
 * written so far is shown with it.
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function refreshAndPublish(
  index: string,
  context: PublishContext,
  target = index,
): Promise<void> {
  await context.elasticsearch.indices.refresh({ index });
  await publishVersion(target, context);
}

async function publishVersion(
  target: string,
  { elasticsearch, config, redis }: PublishContext,
): Promise<DataVersion> {
  const version = await bumpDataVersion(elasticsearch, target);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
  return version;
}

/** Announces a version to every API process. A process that misses it reads the index instead. */
export async function announceDataVersion(
  redis: { publish(channel: string, message: string): Promise<unknown> },
  indexAlias: string,
  version: DataVersion,
): Promise<void> {
  await redis.publish(dataVersionChannel(indexAlias), JSON.stringify(version));
}
