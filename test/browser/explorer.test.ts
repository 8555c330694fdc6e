import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startExplorer, type TestExplorer } from '../support/browser/start-explorer.ts';
import { describeCharts } from './explorer/charts.ts';
import { describeEstimates } from './explorer/estimates.ts';
import { describeHome } from './explorer/home.ts';
import { describeHouseJobs } from './explorer/jobs/houses.ts';
import { describeLotJobs } from './explorer/jobs/lot.ts';
import { describePriceJobs } from './explorer/jobs/prices.ts';
import { describeSearchJobs } from './explorer/jobs/search.ts';
import { describeValueJobs } from './explorer/jobs/value.ts';
import { describeJourney } from './explorer/journey.ts';
import { describeLot } from './explorer/lot.ts';
import { describeMarket } from './explorer/market.ts';
import { describeNavigation } from './explorer/navigation.ts';
import { describeOddNames } from './explorer/odd-names.ts';
import { describePrices } from './explorer/prices.ts';
import { describeRequests } from './explorer/requests.ts';
import { describeSizeCurve } from './explorer/size-curve.ts';
import { describeValue } from './explorer/value.ts';

// One file, so that the stack, the import and the browser start once.
describe.skipIf(inject('chromiumPath') === '')('the explorer', () => {
  let explorer: TestExplorer;
  const started = () => explorer;

  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.close());

  describeHome(started);
  describeNavigation(started);
  describeJourney(started);
  describeMarket(started);
  describeOddNames(started);
  describePrices(started);
  describeValue(started);
  describeValueJobs(started);
  describePriceJobs(started);
  describeSizeCurve(started);
  describeEstimates(started);
  describeHouseJobs(started);
  describeCharts(started);
  describeLot(started);
  describeLotJobs(started);
  describeSearchJobs(started);
  describeRequests(started);
});
