import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOfIds } from '../../../../ingest/index/migrate.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const ids = Array.from({ length: 25 }, (_, i) => 3 * i + 1);
const neverAborted = new AbortController().signal;

let index: TestIndex;
beforeAll(async () => {
  index = await createTestIndex(ids.toReversed().map((id) => buildAuction({ id })));
});
afterAll(() => index.remove());

it.each([10, 25, 26])('pages of %i ids have every id once, in ascending order', async (pageSize) => {
  const pages: number[][] = [];
  for await (const page of pagesOfIds(index.elasticsearch, index.alias, neverAborted, { pageSize })) {
    pages.push(page);
  }
  expect(pages.flat()).toEqual(ids);
  expect(pages.map(({ length }) => length)).toEqual(pageSize === 10 ? [10, 10, 5] : [25]);
});
