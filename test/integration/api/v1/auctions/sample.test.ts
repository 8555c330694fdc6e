import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFilters, buildAuction, generateAuctions } from '../../../../support/build-auction.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const records = generateAuctions(1000, 7);
let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

const path = 'auctions';
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

describe('random samples of the list', () => {
  it('a sample has different lots of the filter, up to the requested number', async () => {
    const anyRequest = fc.tuple(
      anyFilters,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    );
    for (const [filters, sample, seed] of fc.sample(anyRequest, { numRuns: 60, seed: 6 })) {
      const asked = { ...filters, sample: String(sample), seed: String(seed) };
      const body = await api.ask(path, asked);
      const meeting = records.filter((record) => meetsFilters(record, filters)).map(({ id }) => id);
      const ids = idsOf(body);
      expect(ids, JSON.stringify(asked)).toHaveLength(Math.min(sample, meeting.length));
      expect(new Set(ids).size).toBe(ids.length);
      expect(meeting).toEqual(expect.arrayContaining(ids));
      expect(body.pagination).toEqual({
        current_page: 1,
        total_pages: Math.min(1, meeting.length),
        total_records: meeting.length,
      });
      expect(body.meta).toMatchObject({ sort: 'random', parameters: { sample, seed } });
      expect(body.meta).not.toHaveProperty('next_cursor');
      expect(body.meta.parameters).not.toHaveProperty('page');
    }
  });

  it('the same seed gives the same sample, and a smaller sample is the beginning of a larger one', async () => {
    const [small, large, other, unseeded, zero] = await Promise.all(
      ['sample=10&seed=1', 'sample=50&seed=1', 'sample=50&seed=2', 'sample=50', 'sample=50&seed=0'].map(
        async (query) => idsOf(await api.ask(path, query)),
      ),
    );
    expect(large!.slice(0, 10)).toEqual(small);
    expect(other).not.toEqual(large);
    expect(unseeded).toEqual(zero);
    expect(idsOf(await api.ask(path, 'seed=1&sample=50&fields=id'))).toEqual(large);
  });

  it('a sample draws each lot equally often', async () => {
    const drawn = new Map<number, number>();
    for (let seed = 0; seed < 200; seed++) {
      for (const id of idsOf(await api.ask(path, `sample=50&fields=id&seed=${seed}`))) {
        drawn.set(id, (drawn.get(id) ?? 0) + 1);
      }
    }
    // 200 samples of 50 lots draw each of ten groups of 100 neighboring ids 1000 times on average.
    const groups = Array.from({ length: 10 }, () => 0);
    const ids = records.map(({ id }) => id).sort((a, b) => a - b);
    for (const [rank, id] of ids.entries()) groups[Math.floor(rank / 100)]! += drawn.get(id) ?? 0;
    // Pearson's statistic with 9 degrees of freedom exceeds 33.7 once in 10,000 times.
    expect(groups.reduce((sum, times) => sum + (times - 1000) ** 2 / 1000, 0)).toBeLessThan(33.7);
    // A lot is in no sample with a probability of 0.95^200, or 0.000035.
    expect(drawn.size).toBeGreaterThanOrEqual(998);
  });

  it('the facets of a sample count the whole filter', async () => {
    const { meta } = await api.ask(path, 'sample=1&facets=gem_type');
    const all = await api.ask(path, 'facets=gem_type');
    expect(meta.facets).toEqual(all.meta.facets);
  });

  it('a sample refuses page, cursor and sort, and a seed without sample is refused', async () => {
    await expectRefused(api.url, '/api/v1/auctions', [
      ['sample=5&page=2', 'sample'],
      ['sample=5&limit=5', 'sample'],
      ['sample=5&cursor=a', 'sample'],
      ['sample=5&sort=price', 'sample'],
      ['sample=5&format=csv', 'format'],
      ['seed=5', 'seed'],
      ['sample=0', 'sample'],
      ['sample=101', 'sample'],
      ['sample=5&seed=-1', 'seed'],
      ['sample=5&seed=2147483648', 'seed'],
    ]);
  });
});

it('ids returns the existing records, in the order of the list', async () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const few = await startApiOver([
    buildAuction({ id: 1, auction_date: '2020-01-01' }),
    buildAuction({ id: 2, auction_date: '2021-01-01' }),
    buildAuction({ id: largest, auction_date: null }),
  ]);
  expect(idsOf(await few.ask(path, `ids=1,${largest},7,2,2`))).toEqual([2, 1, largest]);
  expect(idsOf(await few.ask(path, 'ids=2,1&sort=date'))).toEqual([1, 2]);
  expect(idsOf(await few.ask(path, 'ids=7'))).toEqual([]);
  await few.close();
});
