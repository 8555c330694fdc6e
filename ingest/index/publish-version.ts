import type { estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel } from '../../mappings/data-version.ts';
import type { ImportContext } from '../context.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { bumpDataVersion } from './index-meta.ts';
import { changeAliases, moveLive, moveSuggestions } from './index-roles.ts';
import { liveIndex } from './live-index.ts';
import { liveSuggestIndex } from './suggestions/suggestion-index.ts';
import { completeTitles, suggestionsFor, syncSuggestions } from './suggestions/sync-suggestions.ts';

type PublishContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis'>;

/**
 * Puts an index, and the suggestions of what is in it, in the place of the live one, in one step: no reader meets none,
 * two, or the one with the other's.
 * @param move the index that is expected to be live, and the one that will be
 * @param recorded changes of aliases that are made in the same step
 * @throws StaleWriter when another index is live, or an alias that `recorded` needs is gone
 */
export async function switchAlias(
  move: { from: string | undefined; to: string },
  recorded: estypes.IndicesUpdateAliasesAction[],
  { elasticsearch, config, redis }: PublishContext,
): Promise<DataVersion> {
  const indexAlias = config.INDEX_ALIAS;
  const suggestions = await suggestionsFor({ elasticsearch, indexAlias, recordsIndex: move.to });
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
 * Names the state of the data that the live index shows since its refresh.
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
  const { elasticsearch, config } = context;
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: entry.index! };
  await syncSuggestions(records, { import: entry.id, deleted: entry.mode === 'delete' ? indexed : 0 });
  return publishVersion(target, context);
}

/**
 * Lets the titles that are suggested catch up with the records, where they are too many for the import to wait for
 * them. They make a state of the data of their own.
 * @throws ShuttingDown when `signal` is aborted: whoever takes the job again goes on with it
 */
export async function catchUp(context: ImportContext, signal: AbortSignal): Promise<void> {
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
 * Makes visible what an import wrote to its index since the last refresh, and names that state at once: readers meet no
 * state that has the name of another for longer than it takes to write the name down.
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

/** Tells every API process that the data changed. Whoever misses it reads the index instead. */
export async function announceDataVersion(
  redis: { publish(channel: string, message: string): Promise<unknown> },
  indexAlias: string,
  version: DataVersion,
): Promise<void> {
  await redis.publish(dataVersionChannel(indexAlias), JSON.stringify(version));
}
