import { countWrites } from '../count-writes.ts';
import { ImportFailed } from '../import-failed.ts';
import type { ImportEntry } from '../import-log.ts';
import { liveIndex } from '../live-index.ts';
import type { ImportSteps } from '../steps.ts';
import { buildSuggestions } from '../suggestions/build-suggestions.ts';
import { latestSuggestIndex } from '../suggestions/suggestion-index.ts';
import { ShuttingDown } from '../until-available.ts';

/** @throws ImportFailed when the new index does not hold just what the live one shows. */
export async function checkMigration(
  entry: ImportEntry,
  { elasticsearch, config }: ImportSteps,
): Promise<void> {
  const { from, writes } = entry.migration!;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live !== from) throw new ImportFailed(`${from} is not live any more. Run gem-auctions migrate again.`);
  if ((await countWrites(elasticsearch, from)) !== writes) {
    throw new ImportFailed(`${from} was written to while it was copied. Run gem-auctions migrate again.`);
  }
  const [old, copied] = await Promise.all(
    [from, entry.index!].map(async (index) => (await elasticsearch.count({ index })).count),
  );
  if (old !== copied) throw new ImportFailed(`The new index holds ${copied} records, the live one ${old}.`);
}

/**
 * Builds the suggestions of the new index whole before it goes live, so that no title is missing for a while as after
 * a replacement: the lots are the same.
 * @throws ShuttingDown when `signal` is aborted
 */
export async function suggestAll(
  entry: ImportEntry,
  { elasticsearch, config }: ImportSteps,
  signal: AbortSignal,
): Promise<void> {
  const records = { elasticsearch, indexAlias: config.INDEX_ALIAS, recordsIndex: entry.index! };
  if (await latestSuggestIndex(elasticsearch, records.indexAlias, records.recordsIndex)) return;
  await buildSuggestions(records, 'all', () => {
    if (signal.aborted) throw new ShuttingDown();
  });
}
