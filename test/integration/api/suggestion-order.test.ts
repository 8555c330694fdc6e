import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

/** Hundreds of titles have as many lots each: which of them are suggested is a matter of the order alone. */
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

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Longer beginnings are compared by these letters. */
const inputLength = 30;

/** Each title with the beginnings by which it is found, those at any of its words, and with how many lots hold it. */
const spellings = [...new Map(titles.map((title) => [title.toLowerCase(), title]))].map(([folded, text]) => {
  const words = folded.split(' ');
  const beginnings = words.map((_, at) => words.slice(at).join(' ').slice(0, inputLength).trim());
  const holding = lots.filter((lot) => ` ${lot} `.includes(` ${folded} `)).length;
  return { text, beginnings: [...new Set(beginnings)], lots: holding };
});

/** The titles in their documented order, by a plain scan. */
function plainSuggestions(q: string): Plain[] {
  const matches = spellings.flatMap(({ beginnings, ...title }) =>
    beginnings.filter((part) => part.startsWith(q)).map((beginning) => ({ ...title, beginning })),
  );
  // Of more than a hundred matches those whose matching words come first in the alphabet.
  const first = matches.sort((a, b) => b.lots - a.lots || byText(a.beginning, b.beginning)).slice(0, 100);
  return [...new Map(first.map(({ text, lots: holding }) => [text, { text, lots: holding }])).values()].sort(
    (a, b) => b.lots - a.lots || byText(a.text, b.text),
  );
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

test('titles come in the documented order, whatever is typed', async () => {
  const typed = fc
    .constantFrom(...lots)
    .chain((lot) =>
      fc
        .tuple(fc.nat({ max: lot.split(' ').length - 1 }), fc.integer({ min: 1, max: 12 }))
        .map(([at, length]) => lot.split(' ').slice(at).join(' ').slice(0, length).trim()),
    );
  let crowded = 0;
  await fc.assert(
    fc.asyncProperty(typed, fc.integer({ min: 1, max: 50 }), async (q, limit) => {
      const expected = plainSuggestions(q);
      if (expected.length > 50) crowded++;
      const { body } = await get(api.url, '/api/v1/suggestions', { q, type: 'title', limit: String(limit) });
      const found = body.data.map(({ text, lots: number }: Plain) => ({ text, lots: number }));
      // Those with typos follow.
      expect(found.slice(0, expected.length), q).toEqual(expected.slice(0, limit));
    }),
    { numRuns: 200, seed: 9, endOnFailure: true },
  );
  expect(crowded).toBeGreaterThan(20);
});
