import { describe, expect, test } from 'vitest';
import {
  type LotsByClass,
  overlap,
  traitEffectOf,
  type ValueLots,
} from '../../../../../api/ext/premia/trait-effect.ts';
import { type LotCell, modelPrices } from '../../../../../api/ext/regression/hedonic-index.ts';
import { momentPowers, noMoments } from '../../../../../api/ext/regression/moments.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';
import { plainRegression } from '../../../../support/plain-regression.ts';

interface Lot {
  x: number;
  y: number;
  origin: string;
  house: string;
  period: string;
}

/** Lots of two origins and two houses in two years. An origin of only one house cannot be separated from it. */
function generateLots(houseOf: (origin: string, place: number) => string): Lot[] {
  const random = randomFrom(4);
  return Array.from({ length: 60 }, (_, place) => {
    const origin = place % 3 === 0 ? 'Kashmir' : 'Sri Lanka';
    const x = 0.8 + 0.5 * random.normal();
    const y = 8 + 0.7 * x + (origin === 'Kashmir' ? 0.6 : 0) + 0.2 * random.normal();
    return {
      x,
      y,
      origin,
      house: houseOf(origin, place),
      period: place % 2 === 0 ? '2018-01-01' : '2019-01-01',
    };
  });
}

const cellsOf = (lots: Lot[]): LotCell[] =>
  lots.map(({ x, y, origin, house, period }, place) => {
    const sums = noMoments();
    for (const [i, powers] of momentPowers.entries()) sums[i] = x ** powers.x * y ** powers.y;
    return { period, values: [origin, 'Heated', house], sale: String(place), sums, heaviest: x };
  });

const alike = (n: number): ValueLots => ({
  byWeight: new Map([['1-2', n]]),
  byPeriod: new Map([['2018', n]]),
});
const names = { value: 'Kashmir', reference: 'Sri Lanka' };
const mixed = generateLots((_, place) => (place % 5 < 2 ? 'Bonhams' : 'Phillips'));

describe('trait effects', () => {
  test('a trait effect equals that of a least squares fit over the lots', () => {
    const design = mixed.map(({ x, origin, house, period }) => [
      ...[1, x, x * x],
      ...[origin === 'Kashmir', house === 'Bonhams', period === '2019-01-01'].map(Number),
    ]);
    const { coefficients } = plainRegression(
      design,
      mixed.map(({ y }) => y),
    );
    const found = traitEffectOf(modelPrices(cellsOf(mixed))!, 'origin', names, () => alike(20));
    if (typeof found === 'string') throw new Error(found);
    expect(found.factor.value).toBeCloseTo(Math.exp(coefficients[3]!), 9);
    expect(found.factor.low).toBeLessThan(found.factor.value);
    // The interval is symmetric in logarithms, and the inverse comparison is the reciprocal.
    expect(found.factor.low! * found.factor.high!).toBeCloseTo(found.factor.value ** 2, 9);
    const back = { value: 'Sri Lanka', reference: 'Kashmir' };
    const reciprocal = traitEffectOf(modelPrices(cellsOf(mixed))!, 'origin', back, () => alike(20));
    if (typeof reciprocal === 'string') throw new Error(reciprocal);
    expect(reciprocal.factor.value * found.factor.value).toBeCloseTo(1, 9);
    expect(reciprocal.factor.low! * found.factor.high!).toBeCloseTo(1, 9);
  });

  test('a trait effect is refused with the first reason that applies', () => {
    const model = modelPrices(cellsOf(mixed))!;
    const light = { byWeight: new Map([['0-1', 20]]), byPeriod: new Map([['2018', 20]]) };
    const early = { byWeight: new Map([['1-2', 20]]), byPeriod: new Map([['2010', 20]]) };
    const against = (other: ValueLots | undefined) =>
      traitEffectOf(model, 'origin', names, (name) => (name === 'Kashmir' ? alike(20) : other));
    expect(against(undefined)).toBe('no_reference');
    expect(traitEffectOf(model, 'origin', { ...names, reference: undefined }, () => alike(20))).toBe(
      'no_reference',
    );
    expect(traitEffectOf(model, 'origin', { ...names, reference: 'Myanmar' }, () => alike(20))).toBe(
      'no_reference',
    );
    expect(against(light)).toBe('no_common_weight');
    expect(against(early)).toBe('no_common_period');
    const ofHouses = generateLots((origin) => (origin === 'Kashmir' ? 'Bonhams' : 'Phillips'));
    expect(traitEffectOf(modelPrices(cellsOf(ofHouses))!, 'origin', names, () => alike(20))).toBe(
      'not_separable',
    );
  });

  test('an overlap needs five lots of each value in classes of the other', () => {
    const lots = (classes: Record<string, number>): LotsByClass => new Map(Object.entries(classes));
    expect(overlap(lots({ a: 5 }), lots({ a: 5 }))).toBe(true);
    expect(overlap(lots({ a: 4, b: 9 }), lots({ a: 50 }))).toBe(false);
    expect(overlap(lots({ a: 50 }), lots({ a: 4, c: 9 }))).toBe(false);
    expect(overlap(lots({ a: 3, b: 2 }), lots({ a: 1, b: 4 }))).toBe(true);
    expect(overlap(lots({ a: 9, b: 0 }), lots({ b: 9 }))).toBe(false);
  });
});
