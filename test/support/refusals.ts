import { expect } from 'vitest';
import type { AuctionRecord } from '../../mappings/record.ts';
import { type Body, get } from './get.ts';
import { startApiOver } from './start-api-over.ts';

/** Expects each query to be refused with 400 for one parameter, and for no other. */
export async function expectRefused(
  url: string,
  path: string,
  cases: readonly (readonly [query: string, parameter: string])[],
): Promise<void> {
  for (const [query, parameter] of cases) {
    const { status, body } = await get(url, path, query);
    expect(status, query).toBe(400);
    expect(body.error.details.map((problem: Body) => problem.parameter)).toEqual([parameter]);
  }
}

/** Expects a path to say, over an index of an older mapping, that this must be migrated. */
export async function expectMigrationNeeded(
  records: AuctionRecord[],
  path: string,
  query: string,
): Promise<void> {
  const old = await startApiOver(records);
  await old.index.elasticsearch.indices.putMapping({
    index: old.index.alias,
    _meta: { mapping_version: 1, data_version: 'old', as_of: '2024-01-01T00:00:00Z' },
  });
  const { status, body } = await get(old.url, path, query);
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  // Only the log names the index and its mapping.
  expect(body.error.message).toMatch(/^The data is temporarily unavailable\./);
  await old.close();
}
