import { describe, expect, it } from 'vitest';
import { hedonicMomentsOf, toDocument } from '../../../mappings/document.ts';
import { hedonicField, hedonicSum } from '../../../mappings/hedonic-moments.ts';
import { cpiOfMonth } from '../../../mappings/us-cpi.ts';
import { buildAuction } from '../../support/build-auction.ts';

const sold = buildAuction({ id: 1, carat: 3, price_final_usd: 1000 });

describe('the prepared moments of a regression', () => {
  const sale = { ...sold, auction_date: '2015-05-12', price_hammer_usd: 1000, price_premium_usd: 1250 };

  it.each([
    ['published', 333.33],
    ['hammer', 333.33],
    ['premium', 416.67],
    ['real_published', (1000 * 100) / 3 / cpiOfMonth('2015-05')!],
    ['real_premium', (1250 * 100) / 3 / cpiOfMonth('2015-05')!],
  ] as const)('every power that a fit needs has a field and a sum: %s', (price, perCarat) => {
    const [x, y] = [Math.log(3), Math.log(perCarat)];
    const document = toDocument(sale) as Record<string, unknown>;
    for (const powers of [4, 3, 2].flatMap((highest, y) =>
      Array.from({ length: highest + 1 }, (_, x) => ({ x, y })),
    )) {
      if (powers.x + powers.y === 0) continue;
      const { moment, sum } = hedonicSum(powers)!;
      const value = hedonicField(moment, price)
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as number;
      expect(sum === 'sum' ? value : value ** 2).toBeCloseTo(x ** powers.x * y ** powers.y, 9);
    }
    expect(hedonicSum({ x: 5, y: 0 })).toBeUndefined();
  });

  it('a weight of one carat has moments, although its logarithm is 0', () => {
    expect(hedonicMomentsOf(buildAuction({ id: 1, carat: 1, price_final_usd: 1 }))?.hedonic).toMatchObject({
      x: 0,
      y: 0,
      x3y: 0,
    });
  });

  it('only moments of the weight are stored when only another price is known', () => {
    const { hedonic, hedonic_of } = hedonicMomentsOf({
      ...sale,
      ...{ price_final_usd: null, price_per_carat_usd: null, price_premium_usd: null },
    })!;
    expect(Object.keys(hedonic)).toEqual(['x', 'x3', 'x4']);
    expect(Object.keys(hedonic_of!)).toEqual(['hammer', 'real_hammer']);
  });

  it('a price per carat that rounds to 0.00 has moments in real dollars only, which are not rounded', () => {
    const { hedonic, hedonic_of } = hedonicMomentsOf(
      buildAuction({ id: 1, price_final_usd: 1, carat: 1_000_000 }),
    )!;
    expect(Object.keys(hedonic)).toEqual(['x', 'x3', 'x4']);
    expect(Object.keys(hedonic_of!)).toEqual(['real_published']);
  });

  it('before the consumer price index begins, moments are those of nominal dollars', () => {
    const { hedonic_of } = hedonicMomentsOf({ ...sale, auction_date: '1905-05-12' })!;
    expect(Object.keys(hedonic_of!)).toEqual(['hammer', 'premium']);
  });

  it.each([
    ['an unsold lot', { is_sold: false }],
    ['a lot without a price', { price_final_usd: null }],
    ['a lot that went for nothing', { price_final_usd: 0 }],
    ['a lot without a weight', { carat: null }],
    ['a lot without a date', { auction_date: null }],
    ['several stones', { flags: ['MULTI_STONE' as const] }],
  ])('there are no moments for %s', (_what, known) => {
    expect(toDocument(buildAuction({ ...sold, ...known }))).not.toHaveProperty('hedonic');
  });
});
