import type { estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel, suggestIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { changeAliases, moveLive } from './index-roles.ts';
import { bumpDataVersion, countWrites, readDataVersion } from './live-index.ts';
import { rebuildNames } from './suggested-names.ts';

type PublishContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis'>;

/**
 * Makes searchable what was written to an index of records and to its names since the last version, gives it a version and
 * notifies readers. What another import has written so far is shown with it. Where nothing was written, the version stays.
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function refresh(index: string, context: PublishContext, target = index): Promise<void> {
  const { elasticsearch, config } = context;
  const both = [index, suggestIndexName(config.INDEX_ALIAS, index)];
  // Counted first: a write between here and the refresh is shown under this version, and named by the next one.
  const writes = await countWrites(elasticsearch, both);
  if ((await readDataVersion(elasticsearch, index)).writes === writes) return;
  const { _shards } = await elasticsearch.indices.refresh({ index: both, ignore_unavailable: true });
  // A copy that missed the refresh is refreshed by the next call.
  await bumpDataVersion(elasticsearch, target, _shards?.failed ? undefined : writes);
  await notifyReaders(index, context);
}

/**
 * Makes an index and its names live in one step, with a version of its own, and notifies readers.
 * @param move the index that is expected to be live, and the one that will be
 * @param recorded changes of aliases that are made in the same step
 * @throws StaleWriter when another index is live, or an alias that `recorded` needs is gone
 */
export async function swapAlias(
  { from, to }: { from: string | undefined; to: string },
  recorded: estypes.IndicesUpdateAliasesAction[],
  context: PublishContext,
): Promise<DataVersion> {
  const { elasticsearch, config } = context;
  const indexAlias = config.INDEX_ALIAS;
  // Those of an index that was live before may have been deleted.
  await rebuildNames(to, context);
  await elasticsearch.indices.refresh({ index: suggestIndexName(indexAlias, to), ignore_unavailable: true });
  await bumpDataVersion(elasticsearch, to);
  await changeAliases(elasticsearch, [...moveLive(indexAlias, from, to), ...recorded]);
  return notifyReaders(to, context);
}

/**
 * Tells every API process the version that an index has. A process that misses it reads the index instead.
 * @returns the version
 */
export async function notifyReaders(index: string, context: PublishContext): Promise<DataVersion> {
  const { elasticsearch, config, redis } = context;
  const { data_version, as_of } = await readDataVersion(elasticsearch, index);
  const version = { data_version, as_of };
  await redis.publish(dataVersionChannel(config.INDEX_ALIAS), JSON.stringify(version));
  return version;
}
