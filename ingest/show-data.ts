import type { DataVersion } from '../mappings/data-version.ts';
import type { ImportEntry } from './import-log.ts';
import { announceDataVersion, liveIndex, makeLive, newDataVersion, writeDataVersion } from './live-index.ts';
import type { ImportSteps } from './steps.ts';
import { catchUpTitles, followLots, suggestionsFor } from './suggestions/follow-lots.ts';
import { ShuttingDown } from './until-available.ts';

/** Puts an index, and the suggestions of what is in it, in the place of the live one. */
export async function goLive(
  index: string,
  { elasticsearch, config, redis }: Pick<ImportSteps, 'elasticsearch' | 'config' | 'redis'>,
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
 * Names the state of the data that the live index shows since its refresh.
 * @param indexed lots that the import wrote or deleted
 */
export async function showChanges(
  entry: ImportEntry,
  indexed: number,
  steps: ImportSteps,
): Promise<DataVersion> {
  const { elasticsearch, config } = steps;
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: entry.index! };
  await followLots(records, { import: entry.id, deleted: entry.mode === 'delete' ? indexed : 0 });
  return nameState(entry.index!, steps);
}

/**
 * Lets the titles that are suggested catch up with the records, where they are too many for the import to wait for
 * them. They make a state of the data of their own.
 * @throws ShuttingDown when `signal` is aborted: whoever takes the job again goes on with it
 */
export async function catchUp(steps: ImportSteps, signal: AbortSignal): Promise<void> {
  const { elasticsearch, config } = steps;
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const checkpoint = () => {
    if (signal.aborted) throw new ShuttingDown();
  };
  if (index && (await catchUpTitles(elasticsearch, config.INDEX_ALIAS, index, checkpoint))) {
    await nameState(index, steps);
  }
}

/**
 * Makes visible what was written to an index since its last refresh, and names that state at once: readers meet no
 * state that has the name of another for longer than it takes to write the name down.
 */
export async function refreshAndName(index: string, steps: ImportSteps): Promise<void> {
  await steps.elasticsearch.indices.refresh({ index });
  await nameState(index, steps);
}

async function nameState(index: string, { elasticsearch, config, redis }: ImportSteps): Promise<DataVersion> {
  const version = newDataVersion();
  await writeDataVersion(elasticsearch, index, version);
  await announceDataVersion(redis, config.INDEX_ALIAS, version);
  return version;
}
