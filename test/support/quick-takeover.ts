import { workerOptions } from '../../ingest/retries.ts';

/*
 * Loaded before the program of a worker process, this lets it notice within half a second that another worker has been
 * killed.
 */
workerOptions.stalledInterval = 500;
