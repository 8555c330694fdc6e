import { describeWalks } from '../../support/describe-walks.ts';

// More records than index.max_result_window, which limits a single search to 10,000.
describeWalks(12_000);
