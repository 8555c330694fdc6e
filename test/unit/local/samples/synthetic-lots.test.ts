import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';
import { marketGems } from '../../../../local/samples/gem-market.ts';
import type { RawLot } from '../../../../local/samples/lot-csv.ts';
import { syntheticLots, writeSyntheticCsv } from '../../../../local/samples/synthetic-lots.ts';
import { isSampleId, sampleIds } from '../../../../mappings/sample-ids.ts';
import { auctionHouses, gemTypes, laboratories, origins } from '../../../../mappings/vocabulary/index.ts';

const lots = [...syntheticLots(40_000)];

function medianPricePerCarat(wanted: (lot: RawLot) => boolean): number {
  const values = lots
    .filter(
      (lot) => wanted(lot) && lot.flags.length === 0 && lot.carat !== null && lot.price_final_usd !== null,
    )
    .map((lot) => lot.price_final_usd! / lot.carat!)
    .sort((a, b) => a - b);
  expect(values.length).toBeGreaterThan(20);
  return values[Math.floor(values.length / 2)]!;
}

const stone = (gem: string, origin?: string) => (lot: RawLot) =>
  lot.gem_type === gem && (origin === undefined || lot.origin === origin);

describe('syntheticLots', () => {
  it('a seed gives the same lots, another seed gives others, and fewer lots are the beginning of more', () => {
    expect([...syntheticLots(500)]).toEqual(lots.slice(0, 500));
    expect([...syntheticLots(500, { seed: 1 })]).toEqual(lots.slice(0, 500));
    expect([...syntheticLots(500, { seed: 2 })]).not.toEqual(lots.slice(0, 500));
  });

  it('ids are those of sample lots, from the millionth or from the given number', () => {
    expect(lots.map(({ id }) => id)).toEqual(lots.map((_, index) => sampleIds.first + 999_999 + index));
    expect(lots.every(({ id }) => isSampleId(id))).toBe(true);
    expect([...syntheticLots(3, { firstId: 7 })].map(({ id }) => id)).toEqual([7, 8, 9]);
    expect([...syntheticLots(0)]).toEqual([]);
  });

  it('houses, sales, laboratories, reports and jewelers are invented, and say so', () => {
    for (const { auction_house, sale, labs, report_numbers, title, auction_date } of lots) {
      expect(auction_house).toMatch(/^Sample House [A-Z][a-z]+$/);
      expect(sale).toMatch(/^Sample (Winter|Spring|Summer|Autumn) Sale \d{4}$/);
      expect(sale).toContain(auction_date!.slice(0, 4));
      for (const lab of labs) expect(lab).toMatch(/^Sample .+ Lab( [A-Z][a-z]+)?$/);
      expect(report_numbers.length).toBe(labs.length);
      for (const number of report_numbers) expect(number).toMatch(/^SAMPLE-\d+-[12]$/);
      expect(/ by (.+?)(,|$)/.exec(title)?.[1] ?? 'Sample').toMatch(/^Sample/);
    }
    const names = new Set(lots.flatMap(({ auction_house, labs }) => [auction_house!, ...labs]));
    expect(names.size).toBe(27);
    for (const name of names) {
      expect([auctionHouses.canonical(name), laboratories.canonical(name)], name).toEqual([
        undefined,
        undefined,
      ]);
    }
    expect(new Set(lots.flatMap(({ report_numbers }) => report_numbers)).size).toBe(
      lots.flatMap(({ report_numbers }) => report_numbers).length,
    );
  });

  it('generated records can be imported, all names are kept, and those of stones are in the vocabulary', () => {
    for (const lot of lots.slice(0, 5_000)) {
      const record = normalize({ ...lot }, { id: 1, created_at: '2026-11-24T09:30:00.000Z' });
      if (isRejection(record)) throw new Error(`id ${lot.id}: ${record.message}`);
      for (const { field } of record.unknown) expect(['auction_house', 'labs']).toContain(field);
      const { auction_house, labs, price_hammer_usd, report_numbers } = record.record;
      expect({ auction_house, labs, price_hammer_usd, report_numbers }).toEqual({
        ...{ auction_house: lot.auction_house, labs: lot.labs },
        ...{ price_hammer_usd: lot.price_hammer_usd, report_numbers: lot.report_numbers },
      });
    }
    for (const { gem, sources } of marketGems) {
      expect(gemTypes.canonical(gem)).toBe(gem);
      for (const { origin } of sources) if (origin !== null) expect(origins.canonical(origin)).toBe(origin);
    }
  });

  it('prices of stones follow the order that a specialist expects', () => {
    const inOrder = (...wanted: ((lot: RawLot) => boolean)[]) => {
      const medians = wanted.map(medianPricePerCarat);
      expect(medians).toEqual([...medians].sort((a, b) => b - a));
    };
    inOrder(stone('Sapphire', 'Kashmir'), stone('Sapphire', 'Myanmar'), stone('Sapphire', 'Sri Lanka'));
    inOrder(stone('Ruby', 'Myanmar'), stone('Ruby', 'Mozambique'), stone('Ruby', 'Thailand'));
    inOrder(stone('Emerald', 'Colombia'), stone('Emerald', 'Zambia'));
    inOrder(
      stone('Blue Diamond'),
      stone('Pink Diamond'),
      stone('Diamond'),
      stone('Aquamarine'),
      stone('Amethyst'),
    );
  });

  it('years are 2005 to June 2026, sold lots have a price, estimates are in order, and lot numbers are unique in a sale', () => {
    const keys = new Set<string>();
    for (const lot of lots) {
      expect(lot.auction_date! >= '2005-01-01' && lot.auction_date! <= '2026-06-30').toBe(true);
      expect(lot.price_final_usd !== null).toBe(lot.is_sold);
      expect(lot.estimate_low_usd!).toBeLessThanOrEqual(lot.estimate_high_usd!);
      keys.add(`${lot.auction_house} ${lot.location} ${lot.sale} ${lot.auction_date} ${lot.lot_number}`);
    }
    expect(keys.size).toBe(lots.length);
  });
});

describe('writeSyntheticCsv', () => {
  it('every lot is written as one record of valid CSV', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'synthetic-lots-'));
    try {
      const path = join(folder, 'lots.csv');
      await writeSyntheticCsv(path, 3_000, { seed: 1 });
      const rows: Record<string, string>[] = parse(await readFile(path), { columns: true });
      expect(rows.length).toBe(3_000);
      for (const [index, row] of rows.entries()) {
        for (const [column, value] of Object.entries(row)) {
          const expected = lots[index]![column as keyof RawLot];
          expect(value).toBe(
            expected === null ? '' : Array.isArray(expected) ? expected.join(';') : String(expected),
          );
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
