import { describe, expect, test } from 'vitest';
import { periodTicks } from '../../../explorer/charts/period-ticks.ts';

const years = Array.from({ length: 39 }, (_, index) => String(1988 + index));
const months = years.flatMap((year) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
);
const labels = (periods: string[], width: number) => {
  const { every, label } = periodTicks(periods, width);
  return every.map(label);
};

describe('labels of periods', () => {
  test('all periods are labeled when there is enough space', () => {
    expect(labels(['2019', '2020', '2021'], 800)).toEqual(['2019', '2020', '2021']);
    expect(labels(['2019-Q4', '2020-Q1'], 800)).toEqual(['Q4 2019', 'Q1 2020']);
  });

  test('only round years are labeled when space is short', () => {
    expect(labels(years, 800)).toEqual(['1990', '1995', '2000', '2005', '2010', '2015', '2020', '2025']);
    expect(labels(months, 300)).toEqual(['1990', '2000', '2010', '2020']);
  });
});
