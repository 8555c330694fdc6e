import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lotPlaceOf, toDocument } from '../../../mappings/document.ts';
import { buildAuction } from '../../support/build-auction.ts';

/** The key of a lot number as a source writes it. */
const placeOf = (lot_number: string | null) => toDocument(buildAuction({ id: 1, lot_number })).lot_place;

it('lot numbers sort as in a catalog, however they are written', () => {
  const catalog = ['Lot 2', '009', '10', '10A', '10 b', '10 bis', '11', '102', '1001', 'A2', 'A10'];
  const places = catalog.map((number) => placeOf(number)!);
  expect(places).toEqual([...places].sort());
  expect(new Set(places).size).toBe(catalog.length);
  expect([placeOf(null), placeOf('–')]).toEqual([undefined, undefined]);
});

type Part = number | string;

/** Compares part by part: numbers by value and before letters, letters by alphabet. */
function compareParts(a: readonly Part[], b: readonly Part[]): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (typeof part !== typeof other) return typeof part === 'number' ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

const letters = fc.stringMatching(/^[a-z]{1,3}$/);
const parts = fc
  .array(fc.tuple(fc.nat({ max: 2 ** 40 }), letters), { minLength: 1, maxLength: 3 })
  .chain((pairs) => fc.nat({ max: 1 }).map((skip): Part[] => pairs.flat().slice(skip)));

it('the keys of generated lot numbers sort by number, then by letter', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const [one, other] = [lotPlaceOf(a.join('')), lotPlaceOf(b.join(''))];
      expect(Math.sign(one < other ? -1 : one > other ? 1 : 0)).toBe(Math.sign(compareParts(a, b)));
    }),
  );
});
