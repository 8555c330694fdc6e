/*
 * Shared by the program that computes the scorecard and its readers: the API and the command line.
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
