import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyFilters, generateAuctions } from '../../../../support/build-auction.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { newestFirst } from '../../../../support/plain-lists.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const records = generateAuctions(1200, 11).sort(newestFirst);
let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

const path = 'auctions';
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

/** Words of titles, with one that no title has, and a phrase. */
const anyWords = fc
  .subarray(['kashmir', 'SUNRISE', 'ete', 'shaped', '12.5', 'peace', '"sunrise ruby"', '"peace ring"'], {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '));

async function walk(params: Record<string, string>): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const body = await api.ask(path, { ...params, limit: '97', ...(cursor && { cursor }) });
    found.push(...idsOf(body));
    cursor = body.meta.next_cursor;
  } while (cursor);
  return found;
}

describe('words that a list prefers', () => {
  test('the lots stay the same, those with a preferred word come first, and the others stay newest first', async () => {
    const anyRequest = fc.tuple(anyFilters, anyWords);
    let [preferred, others] = [0, 0];
    for (const [filters, prefer] of fc.sample(anyRequest, { numRuns: 60, seed: 3 })) {
      const meeting = records.filter((record) => meetsFilters(record, filters));
      const isPreferred = (record: (typeof records)[number]) =>
        prefer.match(/"[^"]*"|\S+/g)!.some((q) => meetsFilters(record, { duplicates: 'include', q }));
      const first = meeting.filter(isPreferred).map(({ id }) => id);
      const last = meeting.filter((record) => !isPreferred(record)).map(({ id }) => id);
      const found = await walk({ ...filters, prefer });
      const asked = JSON.stringify({ ...filters, prefer });
      expect(new Set(found.slice(0, first.length)), asked).toEqual(new Set(first));
      expect(found.slice(first.length), asked).toEqual(last);
      const page = await api.ask(path, { ...filters, prefer, limit: '10', page: '2', facets: 'gem_type' });
      expect(idsOf(page), asked).toEqual(found.slice(10, 20));
      const plain = await api.ask(path, { ...filters, facets: 'gem_type' });
      expect(page.pagination.total_records).toBe(plain.pagination.total_records);
      expect(page.meta).toMatchObject({
        sort: 'relevance',
        facets: plain.meta.facets,
        parameters: { prefer },
      });
      preferred += first.length;
      others += last.length;
    }
    expect(Math.min(preferred, others)).toBeGreaterThan(100);
  });

  test('the preferred lots are in the order in which q lists them', async () => {
    const matching = await walk({ q: 'kashmir', origin: 'burma' });
    expect(matching.length).toBeGreaterThan(10);
    expect((await walk({ prefer: 'kashmir', origin: 'burma' })).slice(0, matching.length)).toEqual(matching);
  });

  test('lots that no filter narrows are all listed too, duplicates among them', async () => {
    const found = await walk({ duplicates: 'include', prefer: 'kashmir' });
    expect(found).toHaveLength(records.length);
    expect(await walk({ prefer: '!' })).toEqual(records.map(({ id }) => id));
  });

  test('another order, a sample and the cursor of another preference are refused', async () => {
    const { meta } = await api.ask(path, 'prefer=kashmir');
    expect(await api.ask(path, 'prefer=kashmir&sort=relevance')).toEqual(
      await api.ask(path, 'prefer=kashmir'),
    );
    await expectRefused(api.url, '/api/v1/auctions', [
      ['prefer=kashmir&sort=-date', 'prefer'],
      ['prefer=kashmir&sort=price', 'prefer'],
      ['prefer=kashmir&sample=5', 'sample'],
      ['prefer=', 'prefer'],
      [`prefer=sunrise&cursor=${meta.next_cursor}`, 'cursor'],
      [`cursor=${meta.next_cursor}`, 'cursor'],
    ]);
  });
});
