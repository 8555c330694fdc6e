import { describe, expect, it } from 'vitest';
import { toDocument } from '../../../mappings/document.ts';
import { hedonicMomentsOf, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import { buildAuction } from '../../support/build-auction.ts';

const sold = buildAuction({ id: 1, carat: 3, price_final_usd: 1000 });

describe('the prepared moments of a regression', () => {
  it('name a field and a sum for every power that a fit with robust errors needs', () => {
    const x = Math.log(3);
    const y = Math.log(333.33);
    const wanted = [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => ({ x: k, y: 0 })),
      ...[0, 1, 2, 3, 4, 5, 6].map((k) => ({ x: k, y: 1 })),
      ...[0, 1, 2, 3, 4].map((k) => ({ x: k, y: 2 })),
    ];
    const hedonic = toDocument(sold).hedonic as Record<string, number>;
    for (const powers of wanted) {
      const { field, sum } = hedonicSum(powers)!;
      const value = hedonic[field.replace('hedonic.', '')]!;
      expect(sum === 'sum' ? value : value ** 2).toBeCloseTo(x ** powers.x * y ** powers.y, 6);
    }
    expect(hedonicSum({ x: 9, y: 0 })).toBeUndefined();
  });

  it('are there for a weight of one carat, where the logarithm is 0', () => {
    expect(hedonicMomentsOf(buildAuction({ id: 1, carat: 1, price_final_usd: 1 }))).toMatchObject({
      x: 0,
      y: 0,
      x6y: 0,
    });
  });

  it.each([
    ['an unsold lot', { is_sold: false }],
    ['a lot without a price', { price_final_usd: null }],
    ['a lot that went for nothing', { price_final_usd: 0 }],
    ['a price per carat that is published as 0.00', { price_final_usd: 1, carat: 1_000_000 }],
    ['a lot without a weight', { carat: null }],
    ['a lot without a date', { auction_date: null }],
    ['several stones', { flags: ['MULTI_STONE' as const] }],
  ])('are absent for %s', (_what, known) => {
    expect(toDocument(buildAuction({ ...sold, ...known }))).not.toHaveProperty('hedonic');
  });
});
