import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continuousFrom, firstUnfinished, mostCut } from '../../../explorer/charts/shown-periods.ts';

const names = {
  year: (place: number) => String(1950 + place),
  quarter: (place: number) => `${1950 + Math.floor(place / 4)}-Q${(place % 4) + 1}`,
  month: (place: number) => `${1950 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
};
const perYear = { year: 1, quarter: 4, month: 12 };
const kinds = fc.constantFrom('year', 'quarter', 'month');
const series = (kind: keyof typeof names, lots: readonly number[]) =>
  lots.map((n, place) => ({ period: names[kind](place), lots: n }));
const sum = (lots: readonly number[]) => lots.reduce((all, n) => all + n, 0);
/** Many empty periods, some with few lots and some with many. */
const anyLots = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 }), fc.nat(500)),
  { maxLength: 200 },
);

describe('the start of charts over time', () => {
  test('a few early lots before years without lots are not drawn', () => {
    const early = [1, 0, 0, 1, ...Array.from({ length: 12 }, () => 0), 9, 5, 18, 7, 12, 6, 9];
    expect(continuousFrom(series('year', early))).toEqual({ from: 16, lots: 2 });
    expect(continuousFrom(series('year', early).filter(({ lots }) => lots > 0))).toEqual({
      from: 2,
      lots: 2,
    });
    expect(continuousFrom(series('year', [5, 0, 0, 18, 7]))).toEqual({ from: 0, lots: 0 });
    // Months without a sale are usual; only a year without lots is a gap.
    expect(continuousFrom(series('month', [1, 0, 0, 0, 0, 9, 9, 9])).from).toBe(0);
    expect(continuousFrom(series('month', [1, ...Array.from({ length: 12 }, () => 0), 90])).from).toBe(13);
    expect(continuousFrom([])).toEqual({ from: 0, lots: 0 });
  });

  test('at most 5% of the lots are left to the table, and they are counted', () => {
    fc.assert(
      fc.property(kinds, anyLots, (kind, lots) => {
        const { from, lots: cut } = continuousFrom(series(kind, lots));
        expect(cut).toBe(sum(lots.slice(0, from)));
        expect(cut).toBeLessThanOrEqual(mostCut * sum(lots));
      }),
    );
  });

  test('nothing is left to the table when no year is without lots', () => {
    const present = fc.integer({ min: 1, max: 500 });
    const noYearEmpty = kinds.chain((kind) =>
      fc
        .array(fc.tuple(present, fc.integer({ min: 0, max: perYear[kind] - 1 })), { maxLength: 60 })
        .map((runs) => ({ kind, lots: runs.flatMap(([n, empty]) => [n, ...Array<number>(empty).fill(0)]) })),
    );
    fc.assert(
      fc.property(noYearEmpty, ({ kind, lots }) => {
        expect(continuousFrom(series(kind, lots))).toEqual({ from: 0, lots: 0 });
      }),
    );
  });
});

test.each([
  [['2024', '2025', '2026'], '2026-11-24', 2],
  [['2024', '2025'], '2026-11-24', 2],
  [['2026-Q3', '2026-Q4'], '2026-11-24', 1],
  [['2026-10', '2026-11', '2026-12'], '2026-11-24', 1],
])('of the periods %j on %s, the first %d are complete', (periods, day, over) => {
  expect(firstUnfinished(periods, day)).toBe(over);
});
