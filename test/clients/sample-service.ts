import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApi } from '../support/start-api.ts';
import { startIngest } from '../support/start-ingest.ts';

/**
 * Starts the service with the notable sales, a little more than 100 lots.
 * @param settings environment variables that differ
 */
export async function startSampleService(settings: Record<string, string> = {}) {
  const ingest = await startIngest();
  const sales = join(import.meta.dirname, '../../local/samples/notable-sales.csv');
  // Statistics would leave out hand-picked lots, which all of them are.
  const lots = readFileSync(sales, 'utf8').replaceAll(/;?HAND_PICKED/g, '');
  await ingest.import('notable-sales.csv', lots);
  const api = await startApi({ INDEX_ALIAS: ingest.alias, ...settings });
  return {
    url: api.url,
    async close() {
      await api.close();
      await ingest.close();
    },
  };
}
