import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caratBandsFor, finestRanges, maxBands } from '../../../../../api/ext/size-curve/size-searches.ts';

test('the finest weight ranges cover every weight once, with an edge at each power of 2', () => {
  expect(finestRanges[0]!.from).toBe(0);
  expect(finestRanges.at(-1)!.below).toBeGreaterThan(1_000_000);
  for (const [place, range] of finestRanges.entries()) {
    expect(range.below).toBeGreaterThan(range.from);
    expect(finestRanges[place + 1]?.from ?? range.below).toBe(range.below);
  }
  const edges = new Set(finestRanges.map(({ below }) => below));
  for (const carat of [0.25, 0.5, 1, 2, 4, 8, 16, 1024]) expect(edges.has(carat)).toBe(true);
});

test('weight bands are as fine as a maximum of forty allows, and cover every lot', () => {
  const last = finestRanges.length - 1;
  const anyCounts = fc
    .array(fc.tuple(fc.integer({ min: 0, max: last }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    })
    .map((filled) => {
      const counts = Array<number>(finestRanges.length).fill(0);
      for (const [place, n] of filled) counts[place]! += n;
      return counts;
    });
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const { bands, ratio } = caratBandsFor(counts);
      const span = counts.findLastIndex(Boolean) - counts.findIndex(Boolean) + 1;
      expect(bands.length).toBeLessThanOrEqual(maxBands);
      expect(bands[0]!.n).toBeGreaterThan(0);
      expect(bands.at(-1)!.n).toBeGreaterThan(0);
      expect(bands.reduce((sum, { n }) => sum + n, 0)).toBe(counts.reduce((sum, n) => sum + n, 0));
      for (const [place, band] of bands.entries())
        expect(bands[place + 1]?.from ?? band.below).toBe(band.below);
      if (span <= maxBands) expect(ratio).toBe(2 ** (1 / 12));
    }),
  );
});

test('without lots there are no weight bands', () => {
  expect(caratBandsFor(finestRanges.map(() => 0)).bands).toEqual([]);
});
