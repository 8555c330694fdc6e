import type { Client } from '@elastic/elasticsearch';
import { StaleWriter } from '../../errors.ts';
import { moveSuggestions, requireLive } from '../index-roles.ts';
import { changeAliases, liveIndex } from '../live-index.ts';
import { buildSuggestions, type Extent, type SuggestedRecords } from './build-suggestions.ts';
import {
  completeSuggestIndex,
  latestSuggestIndex,
  liveSuggestIndex,
  pruneSuggestIndices,
  readSuggestMeta,
  suggestIndicesOf,
} from './suggestion-index.ts';
import { updateSuggestions } from './update-suggestions.ts';

/** Lots up to which everything is built anew with each import: it takes a second or two. */
const maxLotsRebuilt = 50_000;

/** Changed lots up to which only what they touch is brought up to date. */
const maxLotsUpdated = 2_000;

/** What an import changed in a live index of records. */
export interface Change {
  import: number;
  /** Lots that it deleted; those that it wrote are counted by its number. */
  deleted: number;
}

/**
 * The suggestions that go live together with an index of records: those that it had, or new ones. Those of many lots
 * have the names alone at first; `completeTitles` adds the titles.
 */
export async function suggestionsFor(records: SuggestedRecords): Promise<string> {
  const { elasticsearch, indexAlias, recordsIndex } = records;
  const latest = await latestSuggestIndex(elasticsearch, indexAlias, recordsIndex);
  return latest ?? buildSuggestions(records, await quickExtent(records));
}

/**
 * Brings the live suggestions up to date with what an import changed, as far as that is quick: all of it where the
 * lots or the changes are few, else the names; `completeTitles` does the rest.
 */
export async function syncSuggestions(records: SuggestedRecords, change: Change): Promise<void> {
  const { elasticsearch, indexAlias, recordsIndex } = records;
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  const own = await suggestIndicesOf(elasticsearch, indexAlias, recordsIndex);
  const extent = await quickExtent(records);
  if (extent === 'all' || !live || !own.includes(live)) return rebuild(records, extent);

  const query = { term: { import: change.import } };
  const { count: written } = await elasticsearch.count({ index: recordsIndex, query });
  const isFew = written + change.deleted <= maxLotsUpdated;
  // Also those that are being built, which may have read the lots before they changed.
  const indices = own.slice(0, own.indexOf(live) + 1);
  await updateSuggestions(elasticsearch, recordsIndex, indices, isFew ? change.import : undefined);
  if (!isFew) await completeSuggestIndex(elasticsearch, live, true);
}

/**
 * Builds the live suggestions anew where their titles are behind the records.
 * @param checkpoint is called now and then; it may throw to end the building
 * @returns whether there was anything to do
 */
export async function completeTitles(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
  checkpoint: () => void,
): Promise<boolean> {
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  const own = await suggestIndicesOf(elasticsearch, indexAlias, recordsIndex);
  if (!live || !own.includes(live)) return false;
  if (!(await readSuggestMeta(elasticsearch, [live])).get(live)?.titles_behind) return false;
  await rebuild({ elasticsearch, indexAlias, recordsIndex }, 'all', checkpoint);
  return true;
}

async function quickExtent({ elasticsearch, recordsIndex }: SuggestedRecords): Promise<Extent> {
  const { count: lots } = await elasticsearch.count({ index: recordsIndex });
  return lots <= maxLotsRebuilt ? 'all' : 'names';
}

/** Builds the suggestions of the live records anew and puts them in the place of the old ones. */
async function rebuild(records: SuggestedRecords, extent: Extent, checkpoint?: () => void): Promise<void> {
  const { elasticsearch, indexAlias } = records;
  let built: string | undefined;
  while (!built) {
    built = await buildSuggestions(records, extent, checkpoint).catch((error) => {
      // Deleted while it was built: one whose building began later is live already. What that one saw may be less by now.
      if (!(error instanceof StaleWriter)) throw error;
      return undefined;
    });
  }
  const latest = await showLatest(records);
  if (latest !== built) await elasticsearch.indices.delete({ index: built, ignore_unavailable: true });
  await pruneSuggestIndices(elasticsearch, indexAlias);
}

/** Puts the latest suggestions of the live records in the place of the old ones. */
async function showLatest({
  elasticsearch,
  indexAlias,
  recordsIndex,
}: SuggestedRecords): Promise<string | undefined> {
  for (;;) {
    // Another import's building may have begun later and ended sooner: it has seen more.
    const latest = await latestSuggestIndex(elasticsearch, indexAlias, recordsIndex);
    const live = await liveSuggestIndex(elasticsearch, indexAlias);
    // Replaced, migrated or rolled back meanwhile: the suggestions that are live belong to other records.
    const isLive = (await liveIndex(elasticsearch, indexAlias)) === recordsIndex;
    if (!latest || latest === live || !isLive) return latest;
    try {
      await changeAliases(elasticsearch, [
        ...requireLive(indexAlias, recordsIndex),
        ...moveSuggestions(indexAlias, live, latest),
      ]);
      return latest;
    } catch (error) {
      // Moved already: by another import, or by this very call, whose answer was lost on its way.
      if (!(error instanceof StaleWriter)) throw error;
    }
  }
}
