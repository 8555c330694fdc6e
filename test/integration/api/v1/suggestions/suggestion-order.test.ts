import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../../support/start-ingest.ts';

/** Many titles share their words, so only the order decides which ones are suggested. */
const titles = fc
  .sample(
    fc.array(fc.constantFrom('Ruby', 'rubellite', 'ring', 'rose', 'gold', 'Sri', 'star', 'sapphire'), {
      minLength: 2,
      maxLength: 5,
    }),
    { numRuns: 1500, seed: 4 },
  )
  .map((words) => words.join(' '));
const lots = titles.map((title) => title.toLowerCase());

interface Plain {
  text: string;
  lots: number;
}

/** The number of hits whose titles are suggested. */
const maxHits = 100;

/** The documented order by a plain scan: titles of the newest lots with all words, each once. */
function plainSuggestions(q: string): Plain[] {
  const typed = q.split(' ');
  const has = (words: string[]) =>
    typed.every((word, i) =>
      words.some((other) => (i === typed.length - 1 ? other.startsWith(word) : other === word)),
    );
  // Without dates the lot with the highest id counts as the newest.
  const hits = titles
    .filter((title) => has(title.toLowerCase().split(' ')))
    .toReversed()
    .slice(0, maxHits);
  const newest = new Map<string, string>();
  for (const title of hits) newest.set(title.toLowerCase(), newest.get(title.toLowerCase()) ?? title);
  return [...newest].map(([folded, text]) => ({
    text,
    lots: lots.filter((lot) => ` ${lot} `.includes(` ${folded} `)).length,
  }));
}

let ingest: TestIngest;
let api: RunningApi;
beforeAll(async () => {
  ingest = await startIngest();
  const rows = titles.map((title, i) => JSON.stringify({ id: i + 1, title, gem_type: 'Opal' }));
  await ingest.import('lots.ndjson', rows.join('\n'));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

test('title suggestions come newest first, each once, whatever is typed', { timeout: 300_000 }, async () => {
  const typed = fc
    .constantFrom(...lots)
    .chain((lot) =>
      fc
        .tuple(fc.shuffledSubarray(lot.split(' '), { minLength: 1 }), fc.integer({ min: 1, max: 12 }))
        .map(([words, length]) => words.join(' ').slice(0, length).trim()),
    );
  let crowded = 0;
  await fc.assert(
    fc.asyncProperty(typed, fc.integer({ min: 1, max: 50 }), async (q, limit) => {
      const expected = plainSuggestions(q);
      if (expected.length > 50) crowded++;
      const { body } = await get(api.url, '/api/v1/suggestions', { q, type: 'title', limit: String(limit) });
      const found = body.data.map(({ text, lots: number }: Plain) => ({ text, lots: number }));
      // Titles with typos follow.
      expect(found.slice(0, expected.length), q).toEqual(expected.slice(0, limit));
    }),
    { numRuns: 200, seed: 9, endOnFailure: true },
  );
  expect(crowded).toBeGreaterThan(20);
});
