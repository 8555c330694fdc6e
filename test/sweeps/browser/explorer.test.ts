import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startExplorer, type TestExplorer } from '../../support/browser/start-explorer.ts';
import { describeData } from './explorer/data.ts';
import { describeLot } from './explorer/lot.ts';
import { describePage } from './explorer/page.ts';
import { describePrices } from './explorer/prices.ts';
import { describeSearch } from './explorer/search.ts';
import { describeValue } from './explorer/value.ts';

// One file, so that the stack, the import and the browser start once.
describe.skipIf(inject('chromiumPath') === '')('the explorer', () => {
  let explorer: TestExplorer;
  const started = () => explorer;

  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.close());

  describeSearch(started);
  describePrices(started);
  describeValue(started);
  describeLot(started);
  describeData(started);
  describePage(started);
});
