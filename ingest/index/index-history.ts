import { builderOf } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import {
  changeAliases,
  nextPlace,
  type RecordedIndex,
  readRoles,
  recordLive,
  requireLive,
} from './index-roles.ts';

/**
 * Every index of records with its role. Indices of an old build that did not record places get theirs first: those whose
 * import completed, in the order of their numbers.
 */
export async function completeHistory({
  elasticsearch,
  config,
  log,
}: Pick<ImportContext, 'elasticsearch' | 'config' | 'log'>): Promise<RecordedIndex[]> {
  const indexAlias = config.INDEX_ALIAS;
  const indices = await readRoles(elasticsearch, indexAlias);
  const live = indices.find(({ role }) => role === 'live');
  if (live?.place !== undefined || (!live && indices.some(({ place }) => place !== undefined)))
    return indices;

  const numberOf = ({ index }: RecordedIndex) => builderOf(indexAlias, index);
  const wasLive: RecordedIndex[] = [];
  if (indices.every(({ place }) => place === undefined)) {
    for (const other of indices) {
      const number = numberOf(other);
      if (other === live || (live && number > numberOf(live))) continue;
      if (number === 0 || (await log.find(number))?.state === 'completed') wasLive.push(other);
    }
  }
  wasLive.sort((a, b) => numberOf(a) - numberOf(b));
  if (live) wasLive.push(live);
  if (wasLive.length === 0) return indices;
  const first = nextPlace(indices);
  const actions = wasLive.flatMap(({ index }, i) => recordLive(indexAlias, index, indices, first + i));
  await changeAliases(elasticsearch, [...(live ? requireLive(indexAlias, live.index) : []), ...actions]);
  return readRoles(elasticsearch, indexAlias);
}

/**
 * The index that a rollback leads to: the named one, else the one that was live before the live one; where none is live,
 * the one that was last.
 * @throws ImportFailed when there is none, or the named one was never live
 */
export function previousIndex(indices: readonly RecordedIndex[], name?: string): RecordedIndex {
  if (name !== undefined) {
    const named = indices.find(({ index }) => index === name);
    if (!named) throw new ImportFailed(`There is no index "${name}".`);
    if (named.place !== undefined) return named;
    throw new ImportFailed(`${name} was never live: the import that built it did not complete.`);
  }
  const live = indices.find(({ role }) => role === 'live');
  const [previous] = indices
    .filter(({ isAside, place }) => !isAside && place !== undefined && (!live || place < live.place!))
    .sort((a, b) => b.place! - a.place!);
  if (!previous) throw new ImportFailed('There is no index to go back to.');
  return previous;
}
