import { describe, expect, test } from 'vitest';
import {
  fitHedonic,
  fitMargins,
  type HedonicFit,
} from '../../../../api/price-intelligence/regression/fit-hedonic.ts';
import { momentPowers } from '../../../../api/price-intelligence/regression/moments.ts';
import {
  cellsOf,
  designOf,
  generateLots,
  type HedonicLot,
  type Market,
  marginsOf,
} from '../../../support/hedonic-lots.ts';
import { type PlainRegression, plainRegression } from '../../../support/plain-regression.ts';

const market: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [
    [0, 0.5, -0.3],
    [0, 0.2],
    [0, -0.1, 0.1],
    [0, 0.07, 0.14, 0.21],
  ],
  // Dearer stones are harder to foretell.
  noise: ({ x }) => 0.2 + 0.1 * Math.abs(x),
};
const factors = ['origin', 'treatment', 'house', 'period'].map((name, i) => ({
  name,
  levels: market.effects[i]!.length,
}));

/** How lots come to be such that some columns are sums of others. */
const deficiencies: Record<string, (lot: HedonicLot) => HedonicLot> = {
  'in which a treatment is always of one origin': (lot) => changed(lot, { 1: lot.levels[0] === 1 ? 1 : 0 }),
  'in which all stones weigh the same': (lot) => ({ ...lot, x: Math.log(2.5) }),
  'of two weights alone': (lot) => ({ ...lot, x: lot.x > 0.9 ? Math.log(3) : Math.log(2) }),
  'in which a house sold in one period alone, and nobody else then': (lot) =>
    changed(lot, { 2: lot.levels[3] === 3 ? 2 : lot.levels[2]! % 2 }),
  'in which early and late houses never met': (lot) => changed(lot, { 2: lot.levels[3]! < 2 ? 0 : 1 }),
  'in which nobody used a level': (lot) => changed(lot, { 0: lot.levels[0]! % 2 }),
};

function changed(lot: HedonicLot, levels: Record<number, number>): HedonicLot {
  return { ...lot, levels: lot.levels.map((level, factor) => levels[factor] ?? level) };
}

/** The fits from sums and the one over the lots: columns, coefficients, errors. */
function expectAgreement(lots: HedonicLot[], { isDeficient = false, isRobust = true } = {}) {
  const plain = plainRegression(
    designOf(lots, factors),
    lots.map(({ y }) => y),
  );
  const determined = new Set(plain.kept.filter((column) => !isDeficient || plain.isDetermined(column)));
  const fits = {
    ofCells: fitHedonic(factors, cellsOf(lots), { robust: true })!,
    ofMargins: fitMargins(factors, marginsOf(lots))!,
  };
  expect(fits.ofCells.aliased.length > 0).toBe(isDeficient);
  expectPlain(fits.ofCells, plain, determined, isRobust);
  expectPlain(fits.ofMargins, plain, determined, false);
}

function expectPlain(fit: HedonicFit, plain: PlainRegression, determined: Set<number>, isRobust: boolean) {
  expect(fit.rank).toBe(plain.kept.length);
  expect(fit.aliased).toEqual(
    Array.from({ length: fit.design.columns }, (_, column) => column).filter(
      (column) => !plain.kept.includes(column),
    ),
  );
  expectClose(fit.residualError, plain.residualError);
  expectClose(fit.rSquared!, plain.rSquared);
  const { x, y } = fit.center;
  for (let column = 0; column < fit.design.columns; column++) {
    // The plain one knows nothing of the center.
    const contrast: Record<number, [number, number][]> = {
      0: [
        [0, 1],
        [1, -x],
        [2, x * x],
      ],
      1: [
        [1, 1],
        [2, -2 * x],
      ],
    };
    const estimate = fit.estimate(contrast[column] ?? [[column, 1]]);
    expect(estimate !== undefined, `column ${column}`).toBe(determined.has(column));
    if (!estimate) continue;
    const value = estimate.value + (column === 0 ? y : 0);
    expect(Math.abs(value - plain.coefficients[column]!)).toBeLessThan(1e-6 * plain.classicalErrors[column]!);
    expectClose(estimate.classicalError, plain.classicalErrors[column]!);
    if (isRobust) expectClose(estimate.robustError!, plain.robustErrors[column]!);
    else expect(estimate.robustError).toBeNull();
  }
}

/** Lots whose logarithms of weights lie around `middle`. */
function ofWeights(middle: number, spread: number): HedonicLot[] {
  return generateLots(market, 60, 7).map((lot) => ({ ...lot, x: middle + (spread * (lot.x - 0.9)) / 0.7 }));
}

function expectClose(value: number, expected: number) {
  expect(Math.abs(value / expected - 1)).toBeLessThan(1e-6);
}

describe('a regression from sums', () => {
  test.for(Array.from({ length: 30 }, (_, seed) => seed))(
    'agrees with least squares over the lots themselves: data set %i',
    (seed) => expectAgreement(generateLots(market, 40 + seed, seed)),
  );

  for (const [name, change] of Object.entries(deficiencies)) {
    test.for([1, 2, 3, 4, 5])(`agrees over lots ${name}: data set %i`, (seed) =>
      expectAgreement(generateLots(market, 50 + seed, seed).map(change), { isDeficient: true }),
    );
  }

  test.for([
    ['splinters', -3, 0.5],
    ['from splinters to boulders', 2, 3],
    ['stones between 5 and 10 carats', 2, 0.25],
  ] as const)('agrees over %s', ([, middle, spread]) => {
    expectAgreement(ofWeights(middle, spread));
  });

  test('gives no robust errors where the weights are too near to each other for its sums', () =>
    expectAgreement(ofWeights(4, 0.1), { isRobust: false }));

  test('is none where there are no more lots than coefficients', () => {
    expect(fitHedonic(factors, cellsOf(generateLots(market, 9, 1)), { robust: true })).toBeUndefined();
    expect(fitHedonic(factors, [], { robust: true })).toBeUndefined();
    expect(fitMargins(factors, marginsOf(generateLots(market, 9, 1)))).toBeUndefined();
    expect(fitMargins(factors, marginsOf([]))).toBeUndefined();
  });

  test('has classical errors alone where the higher sums are missing', () => {
    const lots = generateLots(market, 60, 3);
    const known = ({ x, y }: { x: number; y: number }) => (y === 0 ? x <= 4 : x <= (y === 1 ? 2 : 0));
    const few = cellsOf(lots).map((cell) => ({
      ...cell,
      sums: cell.sums.map((sum, place) => (known(momentPowers[place]!) ? sum : Number.NaN)),
    }));
    const whole = fitHedonic(factors, cellsOf(lots), { robust: true })!.estimate([[4, 1]])!;
    const estimate = fitHedonic(factors, few, { robust: false })!.estimate([[4, 1]])!;
    expect(estimate).toEqual({ ...whole, robustError: null });
  });
});
