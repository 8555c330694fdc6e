import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { announcements } from '../../../support/announcements.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { plainDuplicates } from '../../../support/plain-duplicates.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { recordImports, startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const { put, replaceBy } = recordImports(() => ingest);

/** `duplicate_of` of every record, by id. */
const links = async () =>
  Object.fromEntries((await ingest.records()).map(({ id, duplicate_of }) => [id, duplicate_of]));

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

it('duplicates are linked by the rule and counted, whatever was imported, corrected and deleted before', async () => {
  const sources = new Map<number, string>();
  const step = async (name: string, records: AuctionRecord[], payload: object = {}) => {
    const { id, duplicates } = await put(name, records, payload);
    sources.set(id, name);
    const all = await ingest.records();
    const expected = plainDuplicates(all, (record) => sources.get(record.import!));
    expect(await links()).toEqual(Object.fromEntries(expected));
    return duplicates;
  };
  expect(await step('a', someLots(idsFrom(1, 30), 1))).toBe(0);
  expect(await step('b', someLots(idsFrom(101, 30), 2))).toBeGreaterThan(0);
  await step('a', someLots(idsFrom(5, 12), 3));
  await step('gone', someLots(idsFrom(20, 90), 4), { mode: 'delete' });
});

it('a repeated import keeps all fields and links, and publishes one data version', async () => {
  await replaceBy('a', sale(1, 3));
  const { id, created_at } = await put('b', sale(101, 3, { url: 'https://example.org' }));
  const { stdout } = await runCommand(['imports', String(id)], ingest.environment);
  expect(stdout).toContain('duplicates of lots from other sources, hidden: 3');
  const records = await ingest.records();
  expect(records.slice(0, 3)).toMatchObject(
    sale(1, 3).map(({ import: _, ...lot }) => ({
      ...lot,
      updated_at: created_at,
      duplicate_of: lot.id + 100,
    })),
  );
  const announced = announcements(ingest);
  await announced.ready;
  const { data_version } = await put('a', sale(1, 3));
  // The version before, as publishing begins, then only one, so readers never see the lots twice.
  expect(new Set((await announced.until(data_version)).slice(1)).size).toBe(1);
  const plain = (all: AuctionRecord[]) => all.map(({ import: _, updated_at: _time, ...record }) => record);
  expect(plain(await ingest.records())).toEqual(plain(records));
});

it('records with one profile are one source', async () => {
  const fields = ['id', 'title', 'gem_type', 'auction_house', 'auction_date', 'lot_number'];
  const profile = { name: 'one', fields: Object.fromEntries(fields.map((column) => [column, { column }])) };
  await replaceBy('none', []);
  await put('a', sale(1, 2), { profile, mode: 'replace', min_records: 0 });
  await put('b', sale(101, 2), { profile });
  expect(Object.values(await links())).toEqual([null, null, null, null]);
  await put('c', sale(201, 2), { profile: { ...profile, name: 'other' } });
  // With two records of one source the right one is unknown, so neither is linked.
  expect(new Set(Object.values(await links()))).toEqual(new Set([null]));
});

it('a key that more than a hundred records share links none of them', async () => {
  await replaceBy('a', sale(1, 2));
  await put('b', sale(101, 2));
  expect(await links()).toEqual({ 1: null, 2: null, 101: 1, 102: 2 });
  await put(
    'c',
    idsFrom(1_001, 101).map((id) => sale(id, 1)[0]!),
  );
  expect(await links()).toMatchObject({ 1: null, 2: null, 101: null, 102: 2, 1001: null });
});
