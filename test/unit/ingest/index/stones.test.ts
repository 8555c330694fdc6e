import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectByKeys } from '../../../../ingest/index/link-records.ts';
import { stoneFields, stonesOf } from '../../../../ingest/index/stones.ts';
import { evidenceOf, stoneKeysOf } from '../../../../ingest/record/stone-keys.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { buildAuction } from '../../../support/build-auction.ts';

/** The stones of records, of which `chance` further lots have each weight by chance. */
const link = (records: AuctionRecord[], chance = 0) =>
  connectByKeys(records.map((record) => ({ record, keys: stoneKeysOf(record) })))
    .flatMap((group) => stonesOf(group, () => chance))
    .flatMap((stone) => stone.map((lot) => ({ id: lot.record.id, ...stoneFields(lot, stone) })))
    .sort((a, b) => a.id - b.id);

const report = { carat: 5.03, labs: ['SSEF'], report_numbers: ['78414'] };
const name = { carat: 5.03, title: 'The Hill Sapphire, a ring' };
const weight = { carat: 25.59 };
const lot = (id: number, known: Partial<AuctionRecord>) =>
  buildAuction({ id, auction_date: `20${10 + id}-05-12`, ...known });
/** The evidence that links a second lot, which differs, with the first. */
const evidence = (known: Partial<AuctionRecord>, other: Partial<AuctionRecord> = {}, chance = 0) =>
  link([lot(1, known), lot(2, { ...known, ...other })], chance)[1]!.stone_evidence.join();

describe('stones', () => {
  it.each<[what: string, known: Partial<AuctionRecord>, other: Partial<AuctionRecord>, linked: string]>([
    ['one report', report, {}, 'report'],
    ['one report, written in another way', report, { report_numbers: ['SSEF no. 78414'] }, 'report'],
    ['another report', report, { report_numbers: ['78415'] }, ''],
    ['a report of another laboratory', report, { labs: ['GIA'] }, ''],
    ['one report, recut', report, { carat: 4.4 }, 'report'],
    ['one report, and a weight that no recut explains', report, { carat: 4 }, ''],
    ['one report, without a weight', report, { carat: null }, 'report'],
    ['one report, and another gem', report, { gem_type: 'Spinel' }, ''],
    ['one report, and another origin', report, { origin: 'Mozambique' }, ''],
    ['one report, and no origin', report, { origin: null }, 'report'],
    ['one report on the next day', report, { auction_date: '2011-05-13' }, ''],
    ['one report in a month that may be the same', report, { auction_date: '2011-05-01', auction_date_precision: 'month' }, ''],
    ['one report without a date', report, { auction_date: null }, ''],
    ['one report, of a pair', { ...report, title: 'A pair of ruby earrings' }, {}, ''],
    ['one report, of several stones', { ...report, flags: ['MULTI_STONE'] }, {}, ''],
    ['one report, generated', report, { is_synthetic: true }, ''],
    ['another price', report, { price_final_usd: 9_999_999 }, 'report'],
    ['one name', name, {}, 'name'],
    ['one name in capitals', name, { title: 'THE HILL SAPPHIRE  A RING' }, 'name'],
    ['one name, recut', name, { carat: 4.4 }, 'name'],
    ['one name, without a weight', name, { carat: null }, ''],
    ['another name', name, { title: 'The Dale Sapphire, a ring' }, ''],
    ['a new name that is listed', { ...name, title: 'The Zoe Diamond, a ring' }, { title: 'The Mellon Blue' }, 'name'],
    ['words that only describe', { ...name, title: 'The Oval Ruby, a ring' }, {}, ''],
    ['the words of an owner', { ...name, title: 'The Property of the Countess, a ring' }, {}, ''],
    ['one weight', weight, {}, 'weight'],
    ['a weight that differs by 0.01 ct', weight, { carat: 25.6 }, ''],
    ['one weight below 10 ct', { carat: 9.99 }, {}, ''],
    ['one weight, and other reports of one laboratory', { ...report, ...weight }, { report_numbers: ['90210'] }, ''],
    ['one weight, and reports of two laboratories', { ...report, ...weight }, { labs: ['GIA'], report_numbers: ['90210'] }, 'weight'],
  ])('a lot is compared with one of %s', (_what, known, other, linked) => {
    expect(evidence(known, other)).toBe(linked);
  }); // biome-ignore format: table

  it('a weight links nothing if chance explains it, or a third lot has it', () => {
    expect(evidence(weight, {}, 0.03)).toBe('');
    expect(link([1, 2, 3].map((id) => lot(id, weight))).map(({ stone_id }) => stone_id)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a stone that reports link is one where a weight links it with a third lot', () => {
    const both = { ...weight, ...report, carat: 25.59 };
    const linked = link([lot(1, both), lot(2, both), lot(3, weight)]);
    expect(linked.map(({ stone_id }) => stone_id)).toEqual([1, 1, 1]);
    expect(linked[2]!.stone_evidence).toEqual(['weight']);
  });

  it('lots of which two are of one sale are not linked', () => {
    const records = [lot(1, report), lot(2, report), lot(3, { ...report, auction_date: '2012-05-14' })];
    expect(link(records).map(({ stone_id }) => stone_id)).toEqual([null, null, null]);
  });

  it('stones do not depend on the order of the lots', () => {
    const anyLot = fc.record({
      title: fc.constantFrom('A ruby', 'The Hill Ruby, a ring', 'The Dale Ruby'),
      carat: fc.constantFrom(null, 5, 5.1, 25.59, 24, 30.13),
      origin: fc.constantFrom(null, 'Myanmar', 'Mozambique'),
      auction_date: fc.constantFrom('2011-05-12', '2011-05-13', '2014-01-01', '2020-02-02', '2024-05-05'),
      labs: fc.subarray(['SSEF', 'GIA']),
      report_numbers: fc.subarray(['78414', '90210']),
    });
    fc.assert(
      fc.property(fc.array(anyLot, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (lots, random) => {
        const records = lots.map((known, at) => buildAuction({ id: at + 1, ...known }));
        const shuffled = records
          .map((record) => ({ record, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ record }) => record);
        expect(link(shuffled)).toEqual(link(records));
      }),
    );
  });

  it('keys are a kind and a hash of a fixed length, whatever the title', () => {
    const keys = stoneKeysOf(lot(1, { ...report, ...weight, title: `The ${'X'.repeat(5_000)} Ruby` }));
    expect(keys.map((key) => [evidenceOf(key), key.split(' ')[1]!.length])).toEqual([
      ['report', 16],
      ['name', 16],
      ['weight', 16],
    ]);
  });
});
