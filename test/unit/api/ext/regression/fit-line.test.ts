import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLine, isLineMoment } from '../../../../../api/ext/regression/fit-line.ts';
import { type Moments, momentPowers, noMoments } from '../../../../../api/ext/regression/moments.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';
import { plainRegression } from '../../../../support/plain-regression.ts';

function sumsOf(points: readonly (readonly [x: number, y: number])[]): Moments {
  const sums = noMoments();
  for (const [place, powers] of momentPowers.entries()) {
    if (isLineMoment(powers))
      sums[place] = points.reduce((sum, [x, y]) => sum + x ** powers.x * y ** powers.y, 0);
  }
  return sums;
}

test('a line and its errors equal those of least squares over the points', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 60 }),
      fc.integer(),
      fc.double({ min: -4, max: 4, noNaN: true }),
      (n, seed, middle) => {
        const random = randomFrom(seed);
        const points = Array.from({ length: n }, () => {
          const x = middle + 0.2 * random.normal();
          return [x, 9 + 1.5 * x + (0.3 + Math.abs(x - middle)) * random.normal()] as const;
        });
        const at = middle + 0.3;
        // With `at` subtracted from x, the constant is the value of the line at `at`.
        const plain = plainRegression(
          points.map(([x]) => [1, x - at]),
          points.map(([, y]) => y),
        );
        const line = fitLine(sumsOf(points))!;
        for (const [place, estimate] of [line.at(at), line.slope].entries()) {
          const scale = 1e-6 * (1 + Math.abs(plain.coefficients[place]!));
          expect(Math.abs(estimate.value - plain.coefficients[place]!)).toBeLessThan(scale);
          expect(Math.abs(estimate.classicalError - plain.classicalErrors[place]!)).toBeLessThan(scale);
          expect(Math.abs(estimate.robustError! - plain.robustErrors[place]!)).toBeLessThan(scale);
        }
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});

test('two lots, or lots of one weight, have no line', () => {
  expect(
    fitLine(
      sumsOf([
        [0, 1],
        [1, 2],
      ]),
    ),
  ).toBeUndefined();
  const x = Math.log(2.01);
  expect(fitLine(sumsOf(Array.from({ length: 1000 }, (_, y) => [x, y / 100] as const)))).toBeUndefined();
  expect(
    fitLine(
      sumsOf([
        [Math.log(2), 1],
        [Math.log(2.01), 2],
        [Math.log(2), 1],
      ]),
    )?.slope.value,
  ).toBeGreaterThan(0);
});
