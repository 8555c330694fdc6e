import { describe, expect, it } from 'vitest';
import { readRates } from '../../../../../ingest/cli/load-profile.ts';
import { rateTable } from '../../../../../ingest/record/prices/price-reader.ts';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';

const file = `# a remark
date,currency,usd_per_unit
2020-02-01,HKD,0.1287
2020-01-01,HKD,0.1284

2020-01-01,GBP,1.3
`;

describe('files of exchange rates', () => {
  it('comments and blank lines in a file of rates are skipped', () => {
    expect(readRates(file)).toHaveLength(3);
  });

  it('a file of rates with other columns or cells is refused', () => {
    expect(() => readRates(`${file}2020-01-01,HKD,1,2\n`)).toThrow('line 7 has not three cells');
    expect(() => readRates(`${file}2020-01-01;HKD;1\n`)).toThrow('line 7 has not three cells');
    expect(() => readRates('day,currency,rate\n')).toThrow('date,currency,usd_per_unit');
  });

  it('a profile is refused with every rate that is none', () => {
    const rates = readRates(
      'date,currency,usd_per_unit\n1/5/2020,HKD,1\n2020-01-01,hkd,1\n2020-01-01,HKD,-1\n2020-01-01,HKD,x\n',
    );
    const price = { amount: { column: 'p' }, currency: { value: 'HKD' }, rates };
    const fields = { id: { column: 'no' }, title: { column: 't' }, gem_type: { column: 'g' } };
    expect(checkProfile({ name: 'x', fields, price })).toEqual([
      expect.stringMatching(/^price\.rates\.0\.date /),
      expect.stringMatching(/^price\.rates\.1\.currency /),
      'price.rates.2.usd_per_unit must be > 0',
      'price.rates.3.usd_per_unit must be number',
    ]);
  });
});

describe('tables of exchange rates', () => {
  const rateOf = rateTable(readRates(file));

  it('the last rate at or before a day is used', () => {
    expect(rateOf('HKD', '2020-01-01')).toBe(0.1284);
    expect(rateOf('HKD', '2020-01-31')).toBe(0.1284);
    expect(rateOf('HKD', '2020-02-01')).toBe(0.1287);
    expect(rateOf('HKD', '2035-01-01')).toBe(0.1287);
  });

  it('there is no rate before the first day, for another currency, or without a day', () => {
    expect(rateOf('HKD', '2019-12-31')).toBeUndefined();
    expect(rateOf('CHF', '2020-02-01')).toBeUndefined();
    expect(rateOf('HKD', '')).toBeUndefined();
  });

  it('dollars need no rate', () => {
    expect(rateOf('USD', '')).toBe(1);
  });
});
