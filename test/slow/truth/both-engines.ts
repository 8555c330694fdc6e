import { afterAll, beforeAll } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { type ApiOverRecords, startApiOver } from '../../support/start-api-over.ts';
import { type OtherEngine, openOtherEngine } from './other-engine.ts';

/** The API and DuckDB over the same records, available while the tests of the file run. */
export interface BothEngines {
  api: ApiOverRecords;
  duckdb: OtherEngine;
}

/**
 * Starts both before the tests of a file, and stops them after it.
 * @param prepare creates further tables in DuckDB
 */
export function bothEngines(
  generate: () => AuctionRecord[],
  prepare: (duckdb: OtherEngine) => Promise<unknown> = async () => {},
): BothEngines {
  const engines: Partial<BothEngines> = {};
  beforeAll(async () => {
    const records = generate();
    engines.duckdb = await openOtherEngine(records);
    await prepare(engines.duckdb);
    engines.api = await startApiOver(records);
  });
  afterAll(async () => {
    await engines.api?.close();
    engines.duckdb?.close();
  });
  return engines as BothEngines;
}

/** Creates the table `ranks`: the lower rank `l` of the interval of the median, for `n` values. */
export const createRanks = (duckdb: OtherEngine, ranks: readonly number[]) =>
  duckdb.ask(
    `CREATE TABLE ranks AS SELECT unnest(range(${ranks.length})) AS n, unnest([${ranks.join(',')}]) AS l`,
  );
