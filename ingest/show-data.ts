import type { DataVersion } from '../mappings/data-version.ts';
import type { ImportEntry } from './import-log.ts';
import { announceDataVersion, makeLive, newDataVersion, writeDataVersion } from './live-index.ts';
import type { ImportSteps } from './steps.ts';
import { followLots, rebuildSuggestions, suggestionsFor } from './suggestions/follow-lots.ts';

/** Puts a new index, and the suggestions of what is in it, in the place of the live one. */
export async function goLive(
  index: string,
  { elasticsearch, config, redis }: ImportSteps,
): Promise<DataVersion> {
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: index };
  const suggestions = await suggestionsFor(records);
  const version = newDataVersion();
  await writeDataVersion(elasticsearch, index, version);
  await makeLive(elasticsearch, config.INDEX_ALIAS, index, suggestions);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
  return version;
}

/**
 * Names the state of the data that the live index shows since its refresh. Suggestions that take long to follow it
 * make a state of their own.
 * @param indexed lots that the import wrote or deleted
 */
export async function showChanges(
  entry: ImportEntry,
  indexed: number,
  steps: ImportSteps,
): Promise<DataVersion> {
  const { elasticsearch, config } = steps;
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: entry.index! };
  const deleted = entry.mode === 'delete' ? indexed : 0;
  const followed = await followLots(records, { import: entry.id, deleted });
  const version = await nameState(entry.index!, steps);
  if (followed) return version;
  await rebuildSuggestions(records);
  return nameState(entry.index!, steps);
}

async function nameState(index: string, { elasticsearch, config, redis }: ImportSteps): Promise<DataVersion> {
  const version = newDataVersion();
  await writeDataVersion(elasticsearch, index, version);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
  return version;
}
