import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRejection, normalize } from '../../../ingest/record/normalize.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { get } from '../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../support/start-api-over.ts';

const list = '/api/v1/auctions';

const parts = [
  '"',
  '""',
  ',',
  ', ',
  ' ',
  'none',
  'NONE',
  'é',
  'e\u0301',
  'A',
  'a',
  '\t',
  '\u0001',
  '&',
  '=',
  '+',
  '%',
  '%2C',
];
/** Values that a source may contain. Many differ only in case, accents or spaces. */
const hostile = fc.oneof(
  fc.constantFrom(
    'none',
    'None',
    '"none"',
    '"',
    '""',
    ',',
    'a,b',
    'a, b',
    '"a", b',
    'null',
    '*',
    'Mogok, Burma',
  ),
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((some) => some.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'x'.repeat(200),
    '"'.repeat(200),
    '💎'.repeat(200),
    `${'é'.repeat(199)},`,
    'e\u0301'.repeat(200),
  ),
);
const fields = fc.record({
  gem_type: hostile,
  origin: fc.option(hostile, { nil: undefined }),
  auction_house: fc.option(hostile, { nil: undefined }),
  treatment: fc.option(hostile, { nil: undefined }),
  lab: fc.option(hostile, { nil: undefined }),
  sale: fc.option(fc.oneof(hostile, fc.constantFrom('é, "'.repeat(125))), { nil: undefined }),
  location: fc.option(hostile, { nil: undefined }),
  carat: fc.constantFrom(0.0000001, 0.99, 1, 3, 4.999, 5, 19.99, 20, undefined),
  auction_date: fc.constantFrom('1999-12-31', '2000-01-01', '2020-06-01', undefined),
});

/** The records that an import of such a source produces. */
const records = fc.sample(fields, { numRuns: 250, seed: 28 }).flatMap((given, place): AuctionRecord[] => {
  const normalized = normalize(
    { id: place + 1, title: `Lot ${place}`, ...given },
    { id: 1, created_at: '2026-01-01T00:00:00.000Z' },
  );
  return isRejection(normalized) ? [] : [normalized.record];
});

/** An index of its own: such values would narrow what other tests find. */
let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(async () => {
  await api?.close();
});

async function lotsOf(filter: Record<string, string>): Promise<number> {
  const { status, body } = await get(api.url, list, { ...filter, limit: '1' });
  expect([status, body.error], JSON.stringify(filter)).toEqual([200, undefined]);
  return body.pagination.total_records;
}

/** Filters that narrow the facet values: none, a range, and a missing treatment. */
const requests: Record<string, string>[] = [
  {},
  { weight_min: '0.0000001', weight_max: '4.999', date_from: '2000-01-01' },
  { treatment: 'none' },
];

describe('filters in responses', () => {
  test('the filter of each facet value finds exactly the lots that the facet counts', async () => {
    for (const request of requests) {
      const facets =
        'gem_type,origin,auction_house,treatment,lab,object_type,sale,location,carat_band,year,flags';
      const { body } = await get(api.url, list, { ...request, facets });
      for (const [name, { values }] of Object.entries<{
        values: { lots: number; filter: Record<string, string> }[];
      }>(body.meta.facets)) {
        for (const { lots, filter } of values) {
          expect(await lotsOf(filter), `${name} ${JSON.stringify(filter)}`).toBe(lots);
        }
      }
    }
  });

  test('the filter of each market group finds exactly the lots that the group counts', async () => {
    for (const request of requests) {
      for (const groupBy of [
        'origin',
        'auction_house',
        'treatment',
        'gem_type,carat_band',
        'treatment,year',
        'auction_house,sale',
      ]) {
        const query = { ...request, group_by: groupBy, limit: '1000' };
        const { body } = await get(api.url, '/api/v1/stats/market', query);
        for (const { lots, filter } of body.data) {
          expect(await lotsOf(filter), `${groupBy} ${JSON.stringify(filter)}`).toBe(lots);
        }
      }
    }
  });
});
