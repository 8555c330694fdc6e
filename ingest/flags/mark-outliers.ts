import type { ImportEntry } from '../import-log.ts';
import { writeAlias } from '../index-roles.ts';
import type { ImportSteps } from '../steps.ts';
import { flagPriceOutliers } from './flag-price-outliers.ts';
import { oneAtATime } from './one-at-a-time.ts';

/**
 * Brings PRICE_OUTLIER up to date over all of an import's index, and makes the changes visible. Imports that end side by side
 * do so one after the other: the one that reads the state before the other's must not write after it.
 */
export async function markOutliers(
  steps: ImportSteps,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, redis, config } = steps;
  const index = entry.index!;
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry) };
  await oneAtATime(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await elasticsearch.indices.refresh({ index });
    if ((await flagPriceOutliers(steps, target, signal)) > 0) await elasticsearch.indices.refresh({ index });
  });
}
