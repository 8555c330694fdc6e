import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownOf } from '../../../../ingest/index/duplicates.ts';
import { connectByKeys } from '../../../../ingest/index/link-records.ts';
import { duplicateKeysOf } from '../../../../mappings/document.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { plainDuplicates } from '../../../support/plain-duplicates.ts';

/** The source of a record, which these tests encode in its import. */
const sourceOf = ({ import: number }: AuctionRecord) => (number === null ? undefined : `file ${number}`);

function links(records: AuctionRecord[]): Map<number, number | null> {
  const groups = connectByKeys(records.map((record) => ({ record, keys: duplicateKeysOf(record) })));
  return new Map(
    groups.flatMap((group) => {
      const shown = shownOf(group, sourceOf)?.record.id;
      return group.map(({ record: { id } }) => [id, shown === undefined || shown === id ? null : shown]);
    }),
  );
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 });
/** Records of a few lots, so that most have equal values. */
const anyRecords = fc
  .array(
    fc.record({
      title: fc.constantFrom('A ruby ring', 'A Ruby-Ring', 'Rubis', 'Été'),
      gem_type: fc.constantFrom('Ruby', 'Ruby', 'Ruby', 'Spinel'),
      carat: maybe(fc.constantFrom(2, 2.01, 2.1)),
      price_final_usd: maybe(fc.constantFrom(1_000, 1_000, 2_000)),
      auction_house: fc.constantFrom("Christie's", "Christie's", "Christie's", 'Bonhams', null),
      auction_date: fc.constantFrom('2020-05-12', '2020-05-12', '2020-05-12', null),
      auction_date_precision: fc.constantFrom('day' as const, 'day' as const, null, 'month' as const),
      lot_number: maybe(fc.constantFrom('12', 'Lot 12', '012', '13', '12A', '12 a')),
      price_basis: maybe(fc.constantFrom('premium' as const, 'unknown' as const)),
      sale_status: fc.constantFrom('sold' as const, 'sold' as const, 'unknown' as const),
      is_synthetic: fc.constantFrom(false, false, false, false, true),
      flags: fc.constantFrom<AuctionRecord['flags']>([], [], ['HAND_PICKED']),
      import: fc.constantFrom(1, 2, 3, 4, 5, 6, null),
      duplicate_of: maybe(fc.constant(99)),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((records) => records.map((known, i) => buildAuction({ ...known, id: i + 1 })));

describe('duplicate lots of several sources', () => {
  it('duplicates found in bulk equal those found by the rule for each pair', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        expect(links(records)).toEqual(plainDuplicates(records, sourceOf));
      }),
    );
  });

  it('duplicates do not depend on the order of the records', () => {
    fc.assert(
      fc.property(anyRecords, fc.infiniteStream(fc.nat()), (records, random) => {
        const order = new Map(records.map(({ id }) => [id, random.next().value as number]));
        const shuffled = records.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!);
        expect(links(shuffled)).toEqual(links(records));
      }),
    );
  });

  const lot = (id: number, known: Partial<AuctionRecord> = {}) =>
    buildAuction({ id, import: id, lot_number: '12', title: `Lot ${id}`, ...known });

  it.each<[what: string, other: Partial<AuctionRecord>, link: number | null]>([
    ['one lot number', {}, 1],
    ['a lot number written in another way', { lot_number: 'LOT 012' }, 1],
    ['another lot number', { lot_number: '13' }, null],
    ['a lot number that only begins alike', { lot_number: '12A' }, null],
    ['two numbers that have the same digits', { lot_number: '1-2' }, null],
    ['another day', { auction_date: '2020-05-13' }, null],
    ['a day that is only a month', { auction_date_precision: 'month' }, null],
    ['another house', { auction_house: 'Bonhams' }, null],
    ['no house', { auction_house: null }, null],
    ['another gem', { gem_type: 'Spinel' }, null],
    ['a generated lot', { is_synthetic: true }, null],
    ['another weight', { carat: 2.5 }, null],
    ['a rounded weight', { carat: 2.01 }, 1],
    ['no weight', { carat: null }, 1],
    ['the same source', { import: 1 }, null],
    ['an unknown source', { import: null }, null],
    ['no number, but title, price and weight', { lot_number: null, title: 'LOT 1!' }, 1],
    ['no number, and another title', { lot_number: null }, null],
    ['no number, and another price', { lot_number: null, title: 'Lot 1', price_final_usd: 9_999 }, null],
  ])('the rule is applied to a record with %s', (_what, other, link) => {
    expect(links([lot(1), lot(2, other)]).get(2)).toBe(link);
  });

  it.each<[what: string, other: Partial<AuctionRecord>]>([
    ['a known outcome', { sale_status: 'unsold', is_sold: false, price_final_usd: null, carat: null }],
    ['more known fields', { sale_status: 'unknown', is_sold: null, url: 'https://example.org/12' }],
  ])('the record with %s hides its duplicates', (_what, other) => {
    const records = [lot(1, { sale_status: 'unknown', is_sold: null }), lot(2, other)];
    expect(links(records)).toEqual(new Map([[1, 2], [2, null]])); // biome-ignore format: pairs
  });

  it('keys have a fixed length, whatever the title', () => {
    const keys = duplicateKeysOf(lot(1, { title: 'x'.repeat(10_000) }));
    expect(keys.map(({ length }) => length)).toEqual([16, 16]);
  });
});
