/** Elasticsearch and Redis for one run of the tests. */
export interface Services {
  /** For the line that says what the tests ran on. */
  description: string;
  elasticsearchUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

/** These services cannot be had here, and others may do instead. */
export class Unavailable extends Error {}
