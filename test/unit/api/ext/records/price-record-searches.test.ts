import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lastDayOfMonth,
  priceRecordSteps,
  raisingYears,
} from '../../../../../api/ext/records/price-record-searches.ts';

describe('steps of a price record', () => {
  test('each step is above all earlier days, and a day has only its highest price', () => {
    const at = (time: string, value: number) => ({ time, value });
    const days = [
      at('2001-01-02', 5),
      at('2000-01-01', 3),
      at('2001-01-02', 9),
      at('2001-01-03', 9),
      at('2001-01-04', 9.5),
    ];
    expect(priceRecordSteps(days)).toEqual([
      { day: '2000-01-01', value: 3 },
      { day: '2001-01-02', value: 9 },
      { day: '2001-01-04', value: 9.5 },
    ]);
  });

  test('the first step may have the value 0, and no values give no steps', () => {
    expect(priceRecordSteps([{ time: '2000-01-01', value: 0 }])).toHaveLength(1);
    expect(priceRecordSteps([])).toEqual([]);
    expect(raisingYears([])).toEqual([]);
  });

  test('all steps lie in years whose maximum is above that of the years before', () => {
    const anyMaximum = fc.record({
      time: fc.constantFrom('1999', '2000', '2001', '2002', '2003'),
      value: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyMaximum, { selector: ({ time }) => time }), (years) => {
        const steps = priceRecordSteps(years);
        expect(raisingYears(years)).toEqual(
          steps.map(({ day }, place) => ({ year: day, standing: steps[place - 1]?.value })),
        );
      }),
    );
  });
});

test('the last day of February is right in leap years', () => {
  expect(['2000-02-01', '1900-02-01', '2023-04-30', '2023-12-01'].map((day) => lastDayOfMonth(day))).toEqual([
    '2000-02-29',
    '1900-02-28',
    '2023-04-30',
    '2023-12-31',
  ]);
});
