import { expect, test } from 'vitest';
import {
  type LotCountsAnswer,
  maxValuesPerKind,
  readLotCounts,
} from '../../../../../api/price-intelligence/query/lot-counts.ts';
import { fitInOneAnswer } from '../../../../../api/price-intelligence/query/price-margins.ts';

const counts = (periods: number, treatments: number, others = 0) => {
  const values = (count: number) => ({ buckets: Array.from({ length: count }), sum_other_doc_count: 0 });
  return readLotCounts({
    period: {
      buckets: Array.from({ length: periods }, (_, i) => ({
        key_as_string: `${1600 + i}-01-01`,
        doc_count: 6,
      })),
    },
    origin: values(9),
    treatment: { ...values(treatments), sum_other_doc_count: others },
    auction_house: values(19),
  } as LotCountsAnswer);
};

test('margins fit in one answer as long as their buckets are few, unknown values among them', () => {
  // 100 · (1 + 10 + 101 + 20) + 10 · (1 + 101 · (1 + 20)) = 34,420.
  expect(fitInOneAnswer(counts(100, 100))).toBe(true);
  // 294 · 132 + 21,220 = 60,028.
  expect(fitInOneAnswer(counts(294, 100))).toBe(false);
  expect(fitInOneAnswer(counts(293, 100))).toBe(true);
});

test('margins do not fit in one answer where a kind has more values than are counted', () => {
  expect(fitInOneAnswer(counts(1, 100, 1))).toBe(false);
  expect(counts(1, maxValuesPerKind, 1).values.treatment).toBe(Infinity);
});

test('the lots of all periods are added up', () => {
  expect(counts(3, 1)).toMatchObject({ lots: 18, values: { origin: 10, treatment: 2, auction_house: 20 } });
});
