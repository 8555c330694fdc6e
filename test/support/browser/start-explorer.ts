import { type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { runScorecard } from '../../../api/ext/scorecard/run-scorecard.ts';
import type { RunningApi } from '../../../api/server.ts';
import { startApi } from '../start-api.ts';
import { startIngest } from '../start-ingest.ts';
import { oddNames } from './odd-names.ts';
import { openVisits, type Visit } from './open-visits.ts';
import { earlierOffer, lotsCsv, notableSalesCsv } from './sample-lots.ts';

/** The explorer with the sample sales and generated lots, and a browser that visits it. */
export interface TestExplorer {
  url: string;
  /** Opens a URL of the page as a new visitor; without a URL, an empty window. */
  visit(address?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Another API over the same data. */
  startApi(settings: Record<string, string>): Promise<RunningApi>;
  close(): Promise<void>;
}

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Imports the lots, and starts an API on any port and a new browser.
 * @param hasScorecard whether backtests are computed, which takes seconds
 */
export async function startExplorer({ hasScorecard = true } = {}): Promise<TestExplorer> {
  const ingest = await startIngest();
  const start = (settings: Record<string, string>) => startApi({ INDEX_ALIAS: ingest.alias, ...settings });
  await ingest.import('notable-sales.csv', notableSalesCsv());
  await ingest.import('generated.csv', lotsCsv(1500));
  const others = [...oddNames, earlierOffer];
  // The first import of other lots would remove the generated ones.
  await ingest.import('odd-names.ndjson', others.map((lot) => JSON.stringify(lot)).join('\n'), {
    keep_samples: true,
  });
  const api = await start({});
  if (hasScorecard) {
    await runScorecard(ingest.environment, { maxGems: 3, maxYears: 6, maxLotsPerYear: 2 });
  }
  await ingest.endWorker();
  const browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: flags });
  const visit = openVisits(browser);
  return {
    url: api.url,
    visit: (address, options) => visit(address ? new URL(address, api.url) : undefined, options),
    startApi: start,
    async close() {
      await browser.close();
      await api.close();
      await ingest.close();
    },
  };
}
