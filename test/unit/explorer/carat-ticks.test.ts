import { expect, test } from 'vitest';
import { caratTicks, placeOfCarat } from '../../../explorer/prices/carat-ticks.ts';

/** Bands from a weight on, each twice as heavy as the one before. */
const doublings = (from: number, n: number) => ({
  band_ratio: 2,
  bands: Array.from({ length: n }, (_, place) => ({
    carat_from: place === 0 && from === 0 ? 0 : (from || 0.5) * 2 ** place,
    carat_below: (from || 0.5) * 2 ** (place + 1),
  })),
});

const labels = (curve: ReturnType<typeof doublings>, width: number) => {
  const { every, label } = caratTicks(curve)(width);
  return every.map(label);
};

test('a weight is placed by its logarithm, and edges of bands lie half way between two positions', () => {
  const place = placeOfCarat(doublings(1, 4));
  expect([1, 2, 4, 16].map(place)).toEqual([-0.5, 0.5, 1.5, 3.5]);
  expect(place(Math.sqrt(8))).toBeCloseTo(1);
  expect(placeOfCarat(doublings(0, 3))(1), 'a first band from nothing on').toBe(0.5);
});

test('as many round weights as fit are labeled, and the first one has its unit', () => {
  const wide = doublings(0.5, 5);
  expect(labels(wide, 900)).toEqual(['0.5\u00a0ct', '1', '2', '3', '5', '10']);
  expect(labels(wide, 200)).toEqual(['0.5\u00a0ct', '1', '2', '5', '10']);
  expect(labels(doublings(0.5, 10), 120)).toEqual(['1\u00a0ct', '10', '100']);
});

test('the two ends of the scale are labeled when fewer than two round weights lie between them', () => {
  expect(labels({ band_ratio: 1.1, bands: [{ carat_from: 2.2, carat_below: 2.42 }] }, 900)).toEqual([
    '2.2\u00a0ct',
    '2.42',
  ]);
});
