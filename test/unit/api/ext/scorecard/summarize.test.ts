import { expect, test } from 'vitest';
import { summarizeRevisions, summarizeValuations } from '../../../../../api/ext/scorecard/summarize.ts';

const range = (price: number, estimate: number, low: number, high: number) => ({
  price,
  estimate,
  low,
  high,
});

test('the scorecard figures of four valued lots equal those computed by hand', () => {
  const figures = summarizeValuations([
    range(100, 100, 50, 200),
    range(200, 100, 50, 150),
    range(100, 300, 100, 900),
    range(400, 500, 100, 400),
  ]);
  expect(figures).toEqual({
    n: 4,
    // The median of 0, 0.5, 2 and 0.25.
    median_absolute_percentage_error: 0.375,
    // (0 + ln 2 + ln 3 + ln 1.25) ÷ 4
    mean_absolute_log_error: 0.503726,
    // A price equal to a bound is within the range.
    coverage: 0.75,
    // The median of 4, 3, 9 and 4.
    width: 4,
    // The median of 0, −0.693147, 1.098612 and 0.223144.
    bias: 0.111572,
  });
});

test('the median of an odd number of lots is the middle one, and no lots have no figures', () => {
  const { bias } = summarizeValuations([100, 200, 900].map((estimate) => range(100, estimate, 1, 2)));
  expect(bias).toBeCloseTo(Math.log(2), 6);
  const empty = summarizeValuations([]);
  expect(empty).toMatchObject({ n: 0, coverage: null, bias: null, width: null });
});

test('revisions compare the first estimates with the current ones', () => {
  const revision = (first: number, now: number, low: number | null, high: number | null) => ({
    ...{ period: '2019', first, now, first_low: low, first_high: high },
  });
  expect(
    summarizeRevisions([
      revision(0.1, 0.1, 0, 0.2),
      revision(0, 0.25, -0.1, 0.1),
      // A revision without an interval counts only in the mean.
      revision(-0.2, 0, null, null),
    ]),
  ).toEqual({ periods: 3, mean_absolute_revision: 0.148762, coverage: 0.5 });
  expect(summarizeRevisions([])).toEqual({ periods: 0, mean_absolute_revision: null, coverage: null });
});
