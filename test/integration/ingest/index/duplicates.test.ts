import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { announcements } from '../../../support/announcements.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { plainDuplicates } from '../../../support/plain-duplicates.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest();
});
afterEach(() => ingest.close());

const file = (records: readonly AuctionRecord[]) =>
  records.map((record) => JSON.stringify(record)).join('\n');

/** Imports records as a file with the name of their source. */
const put = (name: string, records: readonly AuctionRecord[], payload: object = {}, into = ingest) =>
  into.import(`${name}.ndjson`, file(records), payload);

/** `duplicate_of` of every record, by id. */
const links = async (from = ingest) =>
  Object.fromEntries((await from.records()).map(({ id, duplicate_of }) => [id, duplicate_of]));

/** Lots 1 to n of one sale, with ids from `first` on. */
const sale = (first: number, n: number, known: Partial<AuctionRecord> = {}) =>
  Array.from({ length: n }, (_, i) =>
    buildAuction({ id: first + i, lot_number: String(i + 1), title: `${first} ${i}`, ...known }),
  );

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 });
const anyLot = fc.record({
  title: fc.constantFrom('A ruby ring', 'A Ruby-Ring', 'Rubis'),
  carat: maybe(fc.constantFrom(2, 2.01, 2.1)),
  price_final_usd: fc.constantFrom(1_000, 2_000, 3_000),
  auction_house: fc.constantFrom("Christie's", 'Bonhams'),
  auction_date: fc.constantFrom('2020-05-12', '2020-05-13', '2020-05-14'),
  lot_number: maybe(fc.constantFrom('12', 'Lot 12', '13', '14', '15')),
  url: maybe(fc.constant('https://example.org/lot')),
});

/** Records of lots that several sources have. */
const someLots = (ids: readonly number[], seed: number) =>
  fc.sample(anyLot, { numRuns: ids.length, seed }).map((known, i) => buildAuction({ ...known, id: ids[i]! }));

const idsFrom = (first: number, n: number) => Array.from({ length: n }, (_, i) => first + i);

describe('lots from several sources', () => {
  it('duplicates are linked by the rule, whatever was imported, corrected and deleted before', async () => {
    const sources = new Map<number, string>();
    const expectByTheRule = async () => {
      const records = await ingest.records();
      const expected = plainDuplicates(records, (record) => sources.get(record.import!));
      expect(await links()).toEqual(Object.fromEntries(expected));
      return Object.values(await links()).filter((link) => link !== null).length;
    };
    const step = async (name: string, records: AuctionRecord[], payload: object = {}) => {
      sources.set((await put(name, records, payload)).id, name);
      return expectByTheRule();
    };
    expect(await step('a', someLots(idsFrom(1, 12), 1))).toBe(0);
    let linked = await step('b', someLots(idsFrom(101, 12), 2));
    linked += await step('c', someLots(idsFrom(201, 12), 3));
    // Random corrections and deletions of records.
    for (let seed = 4; seed < 12; seed++) {
      const ids = [...idsFrom(1, 12), ...idsFrom(101, 12), ...idsFrom(201, 12)];
      const some = ids.filter((id) => (id * 7919 + seed * 31) % 4 === 0);
      const name = 'abc'[seed % 3]!;
      const mode = seed % 4 === 0 ? 'delete' : 'upsert';
      linked += await step(mode === 'delete' ? 'gone' : name, someLots(some, seed), { mode });
    }
    expect(linked).toBeGreaterThan(20);
  });

  it('the same records are visible whatever the import order of the sources', async () => {
    const a = sale(1, 20);
    const b = sale(101, 20).map((record, i) =>
      i % 2 === 0 ? { ...record, url: 'https://example.org' } : record,
    );
    await put('a', a);
    expect(await put('b', b)).toMatchObject({ read: 20, indexed: 20, superseded: 0, rejected: 0 });
    const other = await startIngest();
    await put('b', b, {}, other);
    await put('a', a, {}, other);
    const expected = await links();
    expect(Object.values(expected).filter((link) => link !== null)).toHaveLength(20);
    expect([expected[1], expected[101], expected[2], expected[102]]).toEqual([101, null, null, 2]);
    expect(await links(other)).toEqual(expected);
    await other.close();
  });

  it('the import summary counts duplicates, also when it hides a record of another import', async () => {
    expect(await put('a', sale(1, 5))).toMatchObject({ duplicates: 0 });
    const better = await put('b', sale(101, 3, { url: 'https://example.org' }));
    expect(better).toMatchObject({ read: 3, indexed: 3, superseded: 0, rejected: 0, duplicates: 3 });
    expect(await put('c', sale(201, 5))).toMatchObject({ indexed: 5, duplicates: 8 });
    expect(await put('a', sale(1, 5))).toMatchObject({ indexed: 5, duplicates: 8 });
    const { stdout } = await runCommand(['imports', String(better.id)], ingest.environment);
    expect(stdout).toContain('3 records read = 3 indexed + 0 superseded + 0 rejected');
    expect(stdout).toContain('duplicates of lots from other sources, hidden: 3');
    const asJson = await runCommand(['imports', String(better.id), '--json'], ingest.environment);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ indexed: 3, duplicates: 3 });
  });

  it('linked records keep all fields except their times, and a repeated import changes nothing', async () => {
    await put('a', sale(1, 4));
    const { created_at } = await put('b', sale(101, 4, { url: 'https://example.org' }));
    const records = await ingest.records();
    expect(records.slice(0, 4)).toEqual(
      sale(1, 4).map((record, i) => ({
        ...record,
        ...{ import: 1, updated_at: created_at, duplicate_of: 101 + i },
      })),
    );
    await put('b', sale(101, 4, { url: 'https://example.org' }));
    const withoutTimes = (all: AuctionRecord[]) =>
      all.map(({ import: _, updated_at: _time, ...record }) => record);
    expect(withoutTimes(await ingest.records())).toEqual(withoutTimes(records));
  });

  it('links survive an import of the same data, and are removed when the records no longer match', async () => {
    await put('a', sale(1, 2));
    await put('b', sale(101, 2, { url: 'https://example.org' }));
    expect(await links()).toEqual({ 1: 101, 2: 102, 101: null, 102: null });
    const announced = announcements(ingest);
    await announced.ready;
    await put('a', sale(1, 2));
    // The version before, as publishing begins, then only one, so readers never see the lots twice.
    expect(new Set(announced.messages.slice(1).map(({ data_version }) => data_version)).size).toBe(1);
    announced.close();
    const [one, two] = sale(1, 2);
    await put('a', [
      { ...one!, auction_date: null, lot_number: null },
      { ...two!, lot_number: '9' },
    ]);
    expect(await links()).toEqual({ 1: null, 2: null, 101: null, 102: null });
  });

  it('records with one profile are one source, and files without a profile are separate sources', async () => {
    const column = (name: string) => ({ column: name });
    const fields = ['id', 'title', 'gem_type', 'auction_house', 'auction_date', 'lot_number'];
    const profile = { name: 'one', fields: Object.fromEntries(fields.map((name) => [name, column(name)])) };
    await put('a', sale(1, 3), { profile });
    await put('b', sale(101, 3), { profile });
    expect(Object.values(await links())).toEqual([null, null, null, null, null, null]);
    await put('c', sale(201, 3), { profile: { ...profile, name: 'other' } });
    // With two records of one source the right one is unknown, so neither is linked.
    expect(Object.values(await links()).every((link) => link === null)).toBe(true);
    await put('gone', sale(101, 3), { mode: 'delete' });
    expect(await links()).toMatchObject({ 201: 1, 202: 2, 203: 3 });
  });

  it('a hidden record reappears when the better one is deleted, and a corrected record is unlinked', async () => {
    await put('a', sale(1, 3));
    await put('b', sale(101, 3));
    expect(await links()).toEqual({ 1: null, 2: null, 3: null, 101: 1, 102: 2, 103: 3 });
    await put('gone', sale(1, 1), { mode: 'delete' });
    expect(await links()).toEqual({ 2: null, 3: null, 101: null, 102: 2, 103: 3 });
    await put('a', [{ ...sale(1, 2)[1]!, lot_number: '99' }]);
    expect(await links()).toEqual({ 2: null, 3: null, 101: null, 102: null, 103: 3 });
  });

  it('the index of a replacement has links, and a rollback restores the previous links', async () => {
    await put('a', sale(1, 3));
    await put('b', sale(101, 3));
    const before = await links();
    await put('a', sale(1, 3), { mode: 'replace' });
    expect(await links()).toEqual({ 1: null, 2: null, 3: null });
    expect(await put('c', sale(201, 2))).toMatchObject({ duplicates: 2 });
    await rollBack(ingest.session);
    expect(await links()).toEqual(before);
  });

  it('a key that more than a hundred records share links none of them', async () => {
    await put('a', sale(1, 2));
    await put('b', sale(101, 2));
    expect(await links()).toEqual({ 1: null, 2: null, 101: 1, 102: 2 });
    await put(
      'c',
      idsFrom(1_001, 101).map((id) => sale(id, 1)[0]!),
    );
    expect(await links()).toMatchObject({ 1: null, 2: null, 101: null, 102: 2, 1001: null });
    await put(
      'gone',
      idsFrom(1_001, 101).map((id) => sale(id, 1)[0]!),
      { mode: 'delete' },
    );
    expect(await links()).toEqual({ 1: null, 2: null, 101: 1, 102: 2 });
  });
});

describe('duplicates in the API', () => {
  it('the API counts a lot once, unless a request asks for duplicates', async () => {
    const known = { origin: 'Kashmir', lot_number: null } as const;
    const unsold = { price_final_usd: null, is_sold: false, sale_status: 'unsold' as const };
    const first = [
      ...sale(1, 3, { origin: 'Kashmir' }),
      ...sale(11, 2, { ...unsold, auction_date: '2020-05-13' }),
    ];
    const second = [
      ...sale(101, 3).map((record, i) => ({
        ...record,
        title: `Another title ${i}`,
        ...{ origin: 'Ceylon' },
      })),
      ...sale(111, 2, { ...unsold, auction_date: '2020-05-13' }),
      buildAuction({ id: 120, ...known, title: 'Only here' }),
    ];
    await put('a', first);
    await put('b', second);
    const api = await startApi({ INDEX_ALIAS: ingest.alias });
    const ask = async (path: string, query = '') => (await get(api.url, path, query)).body;
    const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

    const shown = [1, 2, 3, 11, 12, 120];
    const hidden = [101, 102, 103, 111, 112];
    const list = await ask('/api/v1/auctions', 'sort=id&facets=origin,auction_house');
    expect(idsOf(list)).toEqual(shown);
    expect(list.pagination.total_records).toBe(6);
    expect(list.meta.facets.origin.values).toEqual([
      { value: 'Kashmir', lots: 4, filter: { origin: 'Kashmir' } },
      { value: 'Myanmar', lots: 2, filter: { origin: 'Myanmar' } },
    ]);
    expect(idsOf(await ask('/api/v1/auctions', 'sort=id&duplicates=only'))).toEqual(hidden);
    const all = await ask('/api/v1/auctions', 'sort=id&duplicates=include&facets=auction_house');
    expect(idsOf(all)).toEqual([...shown, ...hidden].sort((a, b) => a - b));
    expect(all.meta.facets.auction_house.values[0]).toMatchObject({
      lots: 11,
      filter: { auction_house: "Christie's", duplicates: 'include' },
    });
    // The default value may be sent explicitly.
    expect(await ask('/api/v1/auctions', 'sort=id&duplicates=exclude')).toEqual(
      await ask('/api/v1/auctions', 'sort=id'),
    );

    expect((await ask('/api/v1/stats')).data).toMatchObject({
      ...{ lots: 6, sold_lots: 4, unsold_lots: 2, sell_through_rate: 0.666667, total_value_usd: 40_000 },
      price_usd: { n: 4 },
    });
    expect((await ask('/api/v1/stats', 'duplicates=include')).data).toMatchObject({ lots: 11, sold_lots: 7 });
    expect((await ask('/api/v1/stats/market', 'group_by=auction_house')).data).toMatchObject([{ lots: 6 }]);
    expect((await ask('/api/v1/stats/trends')).data).toMatchObject([{ lots: 6 }]);
    expect(idsOf(await ask('/api/v1/rankings/top-price'))).toEqual([120, 3, 2, 1]);
    expect(idsOf(await ask('/api/v1/auctions/latest'))).toEqual([12, 11, 120, 3, 2, 1]);
    const { data: names } = await ask('/api/ext/vocabulary');
    expect(names.origins.find(({ name }: { name: string }) => name === 'Sri Lanka')).toMatchObject({
      lots: 0,
    });
    expect((await ask('/api/v1/suggestions', 'q=another')).data).toEqual([]);
    expect((await ask('/api/v1/suggestions', 'q=kashmir')).data[0]).toMatchObject({ lots: 4 });
    const csv = await (await fetch(`${api.url}/api/ext/export/auctions?format=ndjson`)).text();
    expect(csv.trim().split('\n')).toHaveLength(6);

    const { data: one } = await ask('/api/v1/auctions/102');
    expect(one).toMatchObject({ id: 102, origin: 'Sri Lanka', title: 'Another title 1', duplicate_of: 2 });
    expect((await ask('/api/v1/auctions/2')).data).toMatchObject({ origin: 'Kashmir', duplicate_of: null });
    const some = await ask('/api/v1/auctions', 'ids=2,102&duplicates=include&fields=duplicate_of&sort=id');
    expect(some.data).toEqual([{ id: 2, duplicate_of: null }, { id: 102, duplicate_of: 2 }]); // biome-ignore format: pairs

    // After the better record is deleted, its duplicate counts, and its title is suggested.
    await put('gone', sale(1, 3), { mode: 'delete' });
    await expect
      .poll(async () => idsOf(await ask('/api/v1/auctions', 'sort=id')))
      .toEqual([11, 12, 101, 102, 103, 120]);
    expect((await ask('/api/v1/suggestions', 'q=another')).data).toHaveLength(3);
    await api.close();
  });
});
