import type { Client } from '@elastic/elasticsearch';
import { suggestAlias } from '../../mappings/suggest-index.ts';
import { buildSuggestions } from './build-suggestions.ts';
import {
  latestSuggestIndex,
  liveSuggestIndex,
  pruneSuggestIndices,
  suggestIndicesOf,
} from './suggestion-index.ts';
import { touchSuggestions } from './touch-suggestions.ts';

/** Lots up to which everything is built anew after each import: it takes a second or two. */
const fewLots = 50_000;

/** Changed lots up to which only what they touch is brought up to date. */
const fewChanges = 2_000;

/** The records that suggestions follow. */
export interface FollowedRecords {
  elasticsearch: Client;
  indexAlias: string;
  recordsIndex: string;
}

/** What an import changed in a live index of records. */
export interface Change {
  import: number;
  /** Lots that it deleted; those that it wrote are counted by its number. */
  deleted: number;
}

/**
 * Brings the live suggestions up to date with what an import changed, where that is quick.
 * @returns whether it was; where it was not, `rebuildSuggestions` has to be called
 */
export async function followLots(records: FollowedRecords, change: Change): Promise<boolean> {
  const { elasticsearch, indexAlias, recordsIndex } = records;
  const { count: lots } = await elasticsearch.count({ index: recordsIndex });
  if (lots <= fewLots) {
    await rebuildSuggestions(records);
    return true;
  }
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  const own = await suggestIndicesOf(elasticsearch, indexAlias, recordsIndex);
  if (!live || !own.includes(live)) return false;
  const query = { term: { import: change.import } };
  const { count: written } = await elasticsearch.count({ index: recordsIndex, query });
  if (written + change.deleted > fewChanges) return false;
  // Also those that are being built, which may have read the lots before they changed.
  await touchSuggestions(elasticsearch, recordsIndex, own.slice(0, own.indexOf(live) + 1), change.import);
  return true;
}

/** Builds the suggestions of the live records anew and puts them in the place of the old ones. */
export async function rebuildSuggestions({
  elasticsearch,
  indexAlias,
  recordsIndex,
}: FollowedRecords): Promise<void> {
  const built = await buildSuggestions(elasticsearch, indexAlias, recordsIndex);
  const latest = await latestSuggestIndex(elasticsearch, indexAlias, recordsIndex);
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  // Another import's building may have begun later and ended sooner: it has seen more.
  if (latest && latest !== live) {
    const alias = suggestAlias(indexAlias);
    const add = { add: { index: latest, alias } };
    await elasticsearch.indices.updateAliases({
      actions: live ? [{ remove: { index: live, alias } }, add] : [add],
    });
  }
  if (latest !== built) await elasticsearch.indices.delete({ index: built, ignore_unavailable: true });
  await pruneSuggestIndices(elasticsearch, indexAlias);
}

/** The suggestions that go live together with an index of records: those it had, or new ones. */
export async function suggestionsFor({
  elasticsearch,
  indexAlias,
  recordsIndex,
}: FollowedRecords): Promise<string> {
  return (
    (await latestSuggestIndex(elasticsearch, indexAlias, recordsIndex)) ??
    buildSuggestions(elasticsearch, indexAlias, recordsIndex)
  );
}
