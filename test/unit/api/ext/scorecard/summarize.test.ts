import { expect, test } from 'vitest';
import { summarizeValuations } from '../../../../../api/ext/scorecard/summarize.ts';

const range = (price: number, estimate: number, low: number, high: number) => ({
  price,
  estimate,
  low,
  high,
  sale: `a sale of ${price} at ${estimate}`,
});

/** The ends p of an interval with (share − p)² = z² p (1 − p) ÷ n. */
function wilson(share: number, n: number) {
  const z2 = 1.959963984540054 ** 2;
  const [a, b] = [1 + z2 / n, -(2 * share + z2 / n)];
  const root = Math.sqrt(b ** 2 - 4 * a * share ** 2);
  const [low, high] = [(-b - root) / (2 * a), (-b + root) / (2 * a)].map(
    (end) => Math.round(1e6 * end) / 1e6,
  );
  return { coverage_low: low, coverage_high: high };
}

test('intervals are as wide as those of the sales where the lots of each sale miss alike', () => {
  const lots = [1, 2, 3, 4, 5, 6].map((i) => range(100, 100 * 1.2 ** i, i % 2 === 0 ? 90 : 110, 120));
  const repeated = lots.flatMap((lot, i) => Array.from({ length: 10 }, () => ({ ...lot, sale: `${i}` })));
  const once = summarizeValuations(lots.map((lot, i) => ({ ...lot, sale: `${i}` })));
  const ten = summarizeValuations(repeated);
  expect(ten).toEqual({ ...once, n: 60 });
  const apart = summarizeValuations(repeated.map((lot, i) => ({ ...lot, sale: `${i}` })));
  expect(apart.mean_absolute_log_error_high).toBeLessThan(ten.mean_absolute_log_error_high!);
  expect(apart.coverage_high).toBeLessThan(ten.coverage_high!);
});

test('one sale has no interval', () => {
  const one = [1, 2, 3].map((i) => ({ ...range(100, 100 + i, 90, 120), sale: 'one' }));
  expect(summarizeValuations(one)).toMatchObject({
    ...{ n: 3, coverage: 1, coverage_low: null, mean_absolute_log_error_high: null },
  });
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
    // Each lot is its own sale: the mean ∓ t₃ × the standard deviation ÷ √4.
    mean_absolute_log_error_low: 0,
    mean_absolute_log_error_high: 1.284472,
    // A price equal to a bound is within the range.
    coverage: 0.75,
    ...wilson(0.75, 3),
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
