import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction, lotNumbers } from '../../support/build-auction.ts';
import { newestFirst } from '../../support/plain-lists.ts';
import { type ApiOverRecords, startApiOver } from '../../support/start-api-over.ts';

/** There are few dates, so that thousands of lots share one, and many pages lie past those that one search reaches. */
const records = Array.from({ length: 23_500 }, (_, index) =>
  buildAuction({
    id: 100_000 + index,
    auction_date: index % 9 === 0 ? null : `20${10 + (index % 8)}-03-01`,
    lot_number: index % 7 === 0 ? null : lotNumbers[index % lotNumbers.length]!,
    price_final_usd: (index * 7919) % 10_007,
  }),
);
let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
const missingLast = <Value extends number | string>(a: Value | null, b: Value | null) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
const orders: Record<string, (a: AuctionRecord, b: AuctionRecord) => number> = {
  '-date': newestFirst,
  date: (a, b) => missingLast(a.auction_date, b.auction_date) || a.id - b.id,
  '-price': (a, b) => b.price_final_usd! - a.price_final_usd! || b.id - a.id,
  id: (a, b) => a.id - b.id,
  lot_number: (a, b) => missingLast(placeOf(a), placeOf(b)) || a.id - b.id,
};
const placeOf = ({ lot_number }: AuctionRecord) =>
  lot_number === null ? null : lotNumbers.indexOf(lot_number);

test('far pages can be requested concurrently, in any order, in every sort order', async () => {
  for (const [sort, compare] of Object.entries(orders)) {
    const expected = records.toSorted(compare).map(({ id }) => id);
    const pages = [235, 101, 100, 150, 237, 151, 99, 120, 180];
    const bodies = await Promise.all(
      pages.map((page) => api.ask('auctions', `limit=100&page=${page}&sort=${sort}&fields=id`)),
    );
    for (const [place, body] of bodies.entries()) {
      const page = pages[place]!;
      expect(idsOf(body), `${sort}, page ${page}`).toEqual(expected.slice((page - 1) * 100, page * 100));
      expect(body.pagination.total_records).toBe(records.length);
    }
  }
});

test('pages far from both ends of a list by date are correct', async () => {
  // Each page has its own filter, so that the API has no cached positions.
  for (const [i, page] of [85, 90, 95, 105].entries()) {
    const bound = `2100-01-0${i + 1}`;
    const dated = records.filter(({ auction_date }) => auction_date !== null).toSorted(newestFirst);
    const body = await api.ask('auctions', `limit=100&page=${page}&date_to=${bound}&fields=id`);
    expect(idsOf(body), `page ${page}`).toEqual(
      dated.slice((page - 1) * 100, page * 100).map(({ id }) => id),
    );
  }
});
