import fc from 'fast-check';
import { expect, it } from 'vitest';
import { change } from '../../../api/statistics/price-figures.ts';
import { pricePerCarat, round } from '../../../mappings/round.ts';

/** numerator ÷ denominator rounded half up to some decimals, by long division. */
function byHand(numerator: bigint, denominator: bigint, decimals: number): number {
  const scaled = numerator * 10n ** BigInt(decimals);
  const whole = (2n * scaled + denominator) / (2n * denominator);
  const digits = String(whole).padStart(decimals + 1, '0');
  return Number(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`);
}

const decimals = fc.integer({ min: 1, max: 6 });

it('a number is rounded half up by its decimal notation', () => {
  // Numbers with more decimals than are kept, half of which end in 5.
  const written = fc.tuple(fc.maxSafeNat(), fc.constantFrom('', '5'), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(written, decimals, ([digits, five, places], decimals) => {
      const value = Number(`${digits}${five}e-${places}`);
      const [whole, fraction = ''] = String(value).split('.');
      fc.pre(!String(value).includes('e'));
      const exact = byHand(BigInt(whole! + fraction), 10n ** BigInt(fraction.length), decimals);
      expect(round(value, decimals)).toBe(exact);
    }),
  );
});

it('negative, tiny and huge numbers are rounded half up', () => {
  expect([round(-1.005, 2), round(-1.006, 2), round(-0.5, 0), round(-1e-7, 6)]).toEqual([-1, -1.01, 0, 0]);
  for (const decimals of [1, 2, 3, 4, 5, 6]) expect(round(-0, decimals)).toBe(0);
  expect([round(5e-7, 6), round(4.9e-7, 6), round(1e21, 2), round(1e15, 6)]).toEqual([1e-6, 0, 1e21, 1e15]);
  // -1 ÷ 64 is -0.015625, and -1 ÷ 128 is -0.0078125.
  expect([change(63, 64), change(127, 128)]).toEqual([-0.015625, -0.007812]);
});

it('a price per carat is exact to the last digit', () => {
  // The exact quotient is 21871.875; floating point gives slightly less.
  expect(pricePerCarat(48_993, 2.24)).toBe(21_871.88);
  expect([pricePerCarat(0, 2.24), pricePerCarat(1, 1e-7), pricePerCarat(5, 1_000_000)]).toEqual([0, 1e7, 0]);
  const price = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.maxSafeNat());
  // A weight that divides a power of ten into few decimals often gives half a cent.
  const weight = fc.oneof(
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 1, max: 200 }).map((n) => n * 16),
  );
  fc.assert(
    fc.property(price, weight, fc.integer({ min: 1, max: 4 }), (price, digits, places) => {
      const carat = Number(`${digits}e-${places}`);
      const exact = byHand(BigInt(price) * 10n ** BigInt(places), BigInt(digits), 2);
      expect(pricePerCarat(price, carat)).toBe(exact);
    }),
  );
});
