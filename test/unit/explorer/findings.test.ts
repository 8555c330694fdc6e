import { expect, test } from 'vitest';
import { indexClaim } from '../../../explorer/charts/findings.ts';
import type { PriceIndex } from '../../../explorer/service/answers.ts';

const claimOf = (relative_change: number, low: number | null, high: number | null) =>
  indexClaim('Rubies', { from: '2010', to: '2020', relative_change, low, high } as PriceIndex['change']);

test('a change of the price index is claimed only when its interval excludes 0', () => {
  expect(claimOf(1.1, 0.7, 1.6)).toBe('Rubies: prices rose 110% from 2010 to 2020');
  expect(claimOf(-0.3, -0.4, -0.18)).toBe('Rubies: prices fell 30% from 2010 to 2020');
  expect(claimOf(1.1, -0.05, 3.6)).toBe('Rubies: no clear price change from 2010 to 2020');
  expect(claimOf(1.1, null, null)).toBe('Rubies: no clear price change from 2010 to 2020');
  expect(indexClaim('Rubies', null)).toBeUndefined();
});
