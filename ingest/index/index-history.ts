import { createImportContext, type ImportContext } from '../context.ts';
import { ImportFailed, StaleWriter } from '../errors.ts';
import { requireNoImport } from '../store/import-log.ts';
import { liveAlias, type RecordedIndex, readRoles } from './index-roles.ts';
import { linkStones } from './link-stones.ts';
import { liveIndex } from './live-index.ts';
import { swapAlias } from './publish-version.ts';

/**
 * Chooses the index of a rollback: the named one, else the one that was live before the live one; if none is live, the
 * one that was live last.
 * @throws ImportFailed when there is none, or the named one was never live
 */
function previousIndex(indices: readonly RecordedIndex[], name?: string): RecordedIndex {
  if (name !== undefined) {
    const named = indices.find(({ index }) => index === name);
    if (!named) throw new ImportFailed(`There is no index "${name}". List them: npx gem-auctions indices`);
    if (named.place !== undefined) return named;
    throw new ImportFailed(`${name} cannot be made live: the import that built it did not complete.`);
  }
  const live = indices.find(({ role }) => role === 'live');
  const [previous] = indices
    .filter(({ place }) => place !== undefined && (!live || place < live.place!))
    .sort((a, b) => b.place! - a.place!);
  if (!previous) throw new ImportFailed('There is no earlier index to roll back to.');
  return previous;
}

type RollBackContext = Pick<ImportContext, 'elasticsearch' | 'config' | 'redis' | 'log'>;

/**
 * Moves the alias back to the index that was live before the live one, or to a named index. If no index is live, it moves
 * to the one that was live last.
 * @throws ImportFailed when there is none, imports are running, or the live index was switched meanwhile
 */
export async function rollBack(
  context: RollBackContext,
  name?: string,
): Promise<{ from: string | undefined; to: string; data_version: string }> {
  const { elasticsearch, config, log } = context;
  await requireNoImport(log);
  const from = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const indices = await readRoles(elasticsearch, config.INDEX_ALIAS);
  const target = previousIndex(indices, name);
  try {
    // Operators may have decided about stones since it was live.
    await linkStones(createImportContext({ ...context, close: async () => {} }), {
      index: target.index,
      writeAlias: liveAlias(config.INDEX_ALIAS, target.place!),
      at: new Date().toISOString(),
    });
    const { data_version } = await swapAlias({ from, to: target.index }, [], context);
    return { from, to: target.index, data_version };
  } catch (error) {
    if (!(error instanceof StaleWriter)) throw error;
    throw new ImportFailed(
      'Another process switched the live index. See gem-auctions indices, and try again.',
    );
  }
}
