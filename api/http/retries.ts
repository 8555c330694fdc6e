/*
 * What the API process tries again by itself, and why. Clients are told when to retry by the `Retry-After` of an error
 * (errors.ts, search/index-state.ts).
 */

/** Attempts to answer a request from one state of the data, which an import can change meanwhile; then the answer is 503. */
export const attemptsPerRequest = 3;

/**
 * A call to Elasticsearch whose connection is lost is tried once more, on another node. A timeout is not: the client has
 * waited long enough.
 */
export const elasticsearchRetries = 1;

/**
 * Delay before connecting to Redis again, in milliseconds: short at first for a restart, and never so long that the limits
 * of several processes stay apart.
 */
export const redisDelayMs = (attempt: number) => Math.min(attempt * 200, 2000);

/** A command to Redis is not repeated: the request is counted in memory instead. */
export const redisRetries = 0;

/** How long Redis is not asked after it failed to answer, so that not every request waits for its timeout. */
export const redisPauseMs = 1000;
