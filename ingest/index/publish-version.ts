import type { Client, estypes } from '@elastic/elasticsearch';
import { type DataVersion, dataVersionChannel } from '../../mappings/records-index.ts';
import { titlesBehind } from '../../mappings/suggest-index.ts';
import type { ImportContext } from '../context.ts';
import { StaleWriter } from '../errors.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { changeAliases, moveLive, moveSuggestions, requireLive } from './index-roles.ts';
import { bumpDataVersion, countWrites, liveIndex, readDataVersion } from './live-index.ts';
import {
  buildSuggestions,
  type Extent,
  nameSuggestions,
  readTitles,
  type SuggestedRecords,
  wordsOf,
} from './suggestions/build-suggestions.ts';
import {
  areTitlesBehind,
  completeSuggestIndex,
  isSuggestIndexOf,
  latestSuggestIndex,
  liveSuggestIndex,
  numberOf,
  phraseQuery,
  pruneSuggestIndices,
  type Suggestion,
  suggestedTitle,
  suggestIndicesOf,
  suggestTitle,
  writeSuggestions,
} from './suggestions/suggestion-index.ts';

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
 * Updates the suggestions, which have a time of change of their own: the version of the data stays.
 * @param indexed lots that the import wrote or deleted
 * @returns the version of the data
 */
export async function publishSuggestions(
  entry: ImportEntry,
  indexed: number,
  context: ImportContext,
): Promise<DataVersion> {
  const { elasticsearch, config, maxLotsRebuilt } = context;
  const indexAlias = config.INDEX_ALIAS;
  const records = { elasticsearch, indexAlias, recordsIndex: entry.index!, maxLotsRebuilt };
  const change = { import: entry.id, ...(entry.mode === 'delete' && { deleted: indexed }) };
  await syncSuggestions(records, change);
  return announceAgain(entry.index!, context);
}

/**
 * Makes visible what was written since the last version, and publishes a new one at once. What another import has written
 * so far is shown with it. Where nothing was written, the version stays.
 * @param target the index, or the alias through which the import may write to it
 * @throws StaleWriter when the alias is gone
 */
export async function refreshAndPublish(
  index: string,
  context: PublishContext,
  target = index,
): Promise<void> {
  const { elasticsearch, config, redis } = context;
  // Counted first: a write between here and the refresh is shown under this version, and named by the next one.
  const writes = await countWrites(elasticsearch, index);
  if ((await readDataVersion(elasticsearch, index)).writes === writes) return;
  const { _shards } = await elasticsearch.indices.refresh({ index });
  // A copy that missed the refresh is refreshed by the next call.
  const version = await bumpDataVersion(elasticsearch, target, _shards?.failed ? undefined : writes);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
}

/** Announces the version that an index has: its suggestions changed, or nobody may have heard of it. */
export async function announceAgain(index: string, context: PublishContext): Promise<DataVersion> {
  const { data_version, as_of } = await readDataVersion(context.elasticsearch, index);
  const version = { data_version, as_of };
  await announceDataVersion(context.redis, context.config.INDEX_ALIAS, version);
  return version;
}

/** Announces a version to every API process. A process that misses it reads the index instead. */
async function announceDataVersion(
  redis: { publish(channel: string, message: string): Promise<unknown> },
  indexAlias: string,
  version: DataVersion,
): Promise<void> {
  await redis.publish(dataVersionChannel(indexAlias), JSON.stringify(version));
}

/** Up to this many lots each import rebuilds everything, in a second or two; the default. */
const usualMaxLotsRebuilt = 50_000;

/** Up to this many changed lots only their suggestions are updated. */
const maxLotsUpdated = 2_000;

/** What an import changed in a live index of records. */
export interface Change {
  import: number;
  /** Lots that a deletion deleted, as far as it is known; those that an import wrote are counted by its number. */
  deleted?: number;
}

/**
 * The suggestions that go live together with an index of records: those that it had, or new ones. Those of many lots
 * have the names alone at first; `completeTitles` adds the titles.
 */
async function suggestionsFor(records: SuggestedRecords): Promise<string> {
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
  if (extent === 'all' || !live || !isSuggestIndexOf(indexAlias, recordsIndex, live)) {
    return rebuild(records, extent);
  }

  const query = { term: { import: change.import } };
  const { count: written } = await elasticsearch.count({ index: recordsIndex, query });
  if (written === 0 && change.deleted === undefined) return;
  const isFew = written + (change.deleted ?? 0) <= maxLotsUpdated;
  // Also those that are being built, which may have read the lots before they changed.
  const indices = [live, ...own.filter((index) => numberOf(index) > numberOf(live))];
  await updateSuggestions(elasticsearch, recordsIndex, indices, isFew ? change.import : undefined);
  // Another import may have put one of them in its place.
  await completeSuggestIndex(elasticsearch, (await liveSuggestIndex(elasticsearch, indexAlias)) ?? live);
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
  if (!(await behindTitles(elasticsearch, indexAlias, recordsIndex))) return false;
  await rebuild({ elasticsearch, indexAlias, recordsIndex }, 'all', checkpoint);
  return true;
}

/** Whether the live suggestions are of these records, and their titles behind. */
export async function behindTitles(
  elasticsearch: Client,
  indexAlias: string,
  recordsIndex: string,
): Promise<boolean> {
  const live = await liveSuggestIndex(elasticsearch, indexAlias);
  if (!live || !isSuggestIndexOf(indexAlias, recordsIndex, live)) return false;
  return areTitlesBehind(elasticsearch, live);
}

async function quickExtent({
  elasticsearch,
  recordsIndex,
  maxLotsRebuilt = usualMaxLotsRebuilt,
}: SuggestedRecords): Promise<Extent> {
  const { count: lots } = await elasticsearch.count({ index: recordsIndex });
  return lots <= maxLotsRebuilt ? 'all' : 'names';
}

/** Builds the suggestions of the live records anew and puts them in the place of the old ones. */
async function rebuild(records: SuggestedRecords, extent: Extent, checkpoint?: () => void): Promise<void> {
  const { elasticsearch, indexAlias } = records;
  let built: string | undefined;
  while (!built) {
    built = await buildSuggestions(records, extent, checkpoint).catch((error) => {
      // Deleted while it was built: a later build is live already, which may have missed the latest changes.
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
    // The build of another import may have started later and ended sooner: it is newer.
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
      // Moved already: by another import, or by this call, whose response was lost.
      if (!(error instanceof StaleWriter)) throw error;
    }
  }
}

/** Titles counted by one search. */
const phrasesPerSearch = 200;

/**
 * Brings suggestions up to date with a few changed lots: every name, and the titles of the lots that an import wrote.
 * Titles that are no more stay; they are not shown, because the API counts the lots of what it shows.
 * @param indices the live index of suggestions, and any that is being built
 * @param importNumber undefined for many lots: their titles are marked as behind
 */
async function updateSuggestions(
  elasticsearch: Client,
  recordsIndex: string,
  indices: readonly string[],
  importNumber: number | undefined,
): Promise<void> {
  const seen = await countWrites(elasticsearch, recordsIndex);
  const suggestions = await nameSuggestions(elasticsearch, recordsIndex);
  const titles = importNumber === undefined ? [] : await titlesOf(elasticsearch, recordsIndex, importNumber);
  for (let start = 0; start < titles.length; start += phrasesPerSearch) {
    const some = titles.slice(start, start + phrasesPerSearch);
    suggestions.push(...(await countTitles(elasticsearch, recordsIndex, some)));
  }
  const marks = importNumber === undefined ? [titlesBehind] : [];
  await writeSuggestions(elasticsearch, { indices }, [...suggestions, ...marks], seen);
  await elasticsearch.indices.refresh({ index: [...indices], ignore_unavailable: true });
}

/** The titles of an import's lots, each in one spelling. */
async function titlesOf(
  elasticsearch: Client,
  recordsIndex: string,
  importNumber: number,
): Promise<[folded: string, text: string][]> {
  const titles = new Map<string, string>();
  for await (const page of readTitles(elasticsearch, recordsIndex, { term: { import: importNumber } })) {
    for (const text of page.map(suggestedTitle)) {
      const folded = wordsOf(text).join(' ');
      if (folded === '') continue;
      // A spelling that is not all capitals is the better one.
      if (!titles.has(folded) || text !== text.toUpperCase()) titles.set(folded, text);
    }
  }
  return [...titles];
}

async function countTitles(
  elasticsearch: Client,
  recordsIndex: string,
  titles: readonly [folded: string, text: string][],
): Promise<Suggestion[]> {
  const filters = titles.map(
    ([, text]): estypes.QueryDslQueryContainer => ({
      match_phrase: { title: phraseQuery(text) },
    }),
  );
  const { aggregations } = await elasticsearch.search({
    index: recordsIndex,
    size: 0,
    track_total_hits: false,
    aggs: { titles: { filters: { filters } } },
  });
  const { buckets } = aggregations!.titles as unknown as { buckets: { doc_count: number }[] };
  return titles.map(([folded, text], i) => suggestTitle(text, folded.split(' '), buckets[i]!.doc_count));
}
