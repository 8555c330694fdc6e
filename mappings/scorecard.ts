/*
 * Shared by the scorecard process, which computes scorecards, and their readers: the API and the command line.
 */

/** The alias of the index with one document, the newest scorecard. It does not exist before the first one. */
export const scorecardAlias = (indexAlias: string) => `${indexAlias}-scorecard`;

/** The id of the only document of that index. */
export const scorecardId = 'newest';

/** The document: a scorecard, and the version of the data from which it was computed. */
export interface StoredScorecard<Gem> {
  data_version: string;
  /** ISO 8601, UTC. */
  computed_at: string;
  /** Of all lots. */
  gems: Gem[];
  /** Of real lots alone; empty where there are none. */
  real: Gem[];
}

/** The BullMQ queue of the scorecards that are to be computed. */
export const scorecardsQueueName = (indexAlias: string) => `${indexAlias}-scorecards`;

/** Payload of a job of that queue: the version of the live data. */
export interface ScorecardJobData {
  data_version: string;
}

/**
 * The job that computes the scorecard of a data version. The version is its id: any number of processes may add it.
 * @param quietMs delay, after which the job does nothing if the data changed again
 */
export function scorecardJob(data_version: string, quietMs: number) {
  const data: ScorecardJobData = { data_version };
  const opts = {
    jobId: data_version,
    delay: quietMs,
    // Outlasts 40 minutes without Elasticsearch.
    attempts: 10,
    backoff: { type: 'exponential', delay: 5_000 },
    // A job that is kept would prevent another one of its version, after a restart or a restored backup.
    removeOnComplete: true,
    removeOnFail: true,
  };
  return { name: 'compute-scorecard', data, opts };
}
