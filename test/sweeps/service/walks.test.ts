import { describeWalks } from '../../support/describe-walks.ts';

// Enough that the last pages are beyond what one search of Elasticsearch reaches.
describeWalks(12_000);
