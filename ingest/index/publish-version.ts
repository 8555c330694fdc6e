import type { estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel, suggestIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ItemRefused } from '../store/elasticsearch.ts';
import { changeAliases, moveLive } from './index-roles.ts';
import { bumpDataVersion, markPublishing, readDataVersion } from './live-index.ts';
import { rebuildNames } from './suggested-names.ts';

type PublishContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis'>;

/**
 * Makes all writes to a live index and to its names searchable under one new data version, and notifies readers. From
 * before the first refresh until the version is named the index says that it is publishing, and responses are not stored:
 * they may have the new data under the old version.
 * @param target the index, or the write alias of the import
 * @param complete what depends on the refreshed records; it may write more
 * @throws StaleWriter when the alias is gone; ItemRefused, which is transient, when a shard was not refreshed
 */
export async function publishWrites(
  index: string,
  context: PublishContext,
  target = index,
  complete: () => Promise<void> = async () => {},
): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const names = suggestIndexName(config.INDEX_ALIAS, index);
  const show = async () => {
    const { _shards } = await elasticsearch.indices.refresh({
      index: [index, names],
      ignore_unavailable: true,
    });
    if (_shards?.failed)
      throw new ItemRefused(`${_shards.failed} shards of ${index} were not refreshed.`, { status: 503 });
  };
  await markPublishing(elasticsearch, target);
  await notifyReaders(index, context);
  await show();
  await complete();
  await show();
  await bumpDataVersion(elasticsearch, target);
  return notifyReaders(index, context);
}

/**
 * Makes an index and its names live in one step, under a new data version, and notifies readers.
 * @param move the index that must be live now, and the new one
 * @param recorded changes of aliases to make in the same step
 * @throws StaleWriter when another index is live, or an alias that `recorded` requires is gone
 */
export async function swapAlias(
  { from, to }: { from: string | undefined; to: string },
  recorded: estypes.IndicesUpdateAliasesAction[],
  context: PublishContext,
): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indexAlias = config.INDEX_ALIAS;
  // The names of an index that was live before may have been deleted.
  await rebuildNames(to, context);
  await elasticsearch.indices.refresh({ index: suggestIndexName(indexAlias, to), ignore_unavailable: true });
  await bumpDataVersion(elasticsearch, to);
  await changeAliases(elasticsearch, [...moveLive(indexAlias, from, to), ...recorded]);
  return notifyReaders(to, context);
}

/**
 * Notifies every API process of the data version of an index. A process that misses the message reads the index.
 * @returns the version
 */
export async function notifyReaders(index: string, context: PublishContext): Promise<DataVersion> {
  const { elasticsearch, config, redis } = context;
  const { data_version, as_of } = await readDataVersion(elasticsearch, index);
  const version = { data_version, as_of };
  await redis.publish(dataVersionChannel(config.INDEX_ALIAS), JSON.stringify(version));
  return version;
}
