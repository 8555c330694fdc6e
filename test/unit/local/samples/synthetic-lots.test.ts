import { describe, expect, it } from 'vitest';
import { syntheticLots } from '../../../../local/samples/synthetic-lots.ts';
import { isSampleId, sampleIds } from '../../../../mappings/sample-ids.ts';
import { auctionHouses, laboratories } from '../../../../mappings/vocabulary/index.ts';

const lots = [...syntheticLots(40_000)];

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
});
