import type { ImportSteps } from '../steps.ts';
import { flagPriceOutliers } from './flag-price-outliers.ts';
import { oneAtATime } from './one-at-a-time.ts';

/**
 * Brings PRICE_OUTLIER up to date over all of an index, and makes the changes visible. Imports that end side by side
 * do so one after the other: the one that reads the state before the other's must not write after it.
 */
export async function markOutliers(steps: ImportSteps, index: string, signal: AbortSignal): Promise<void> {
  const { elasticsearch, redis, config } = steps;
  await oneAtATime(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await elasticsearch.indices.refresh({ index });
    if ((await flagPriceOutliers(steps, index, signal)) > 0) await elasticsearch.indices.refresh({ index });
  });
}
