import { describe, expect, it } from 'vitest';
import { readRates } from '../../../../../ingest/cli/load-profile.ts';
import { rateTable } from '../../../../../ingest/record/prices/price-reader.ts';

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

  it('a file of rates is refused with every invalid line', () => {
    const bad =
      'date,currency,usd_per_unit\n2020-02-30,HKD,1\n2020-01-01,hkd,1\n2020-01-01,HKD,-1\n2020-01-01,HKD,1,2\n';
    for (const words of ['line 2: "2020-02-30"', 'line 3: "hkd"', 'line 4: "-1"', 'line 5: there are more']) {
      expect(() => readRates(bad)).toThrow(words);
    }
    expect(() => readRates('day,currency,rate\n')).toThrow('date,currency,usd_per_unit');
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
