import { expect, test } from 'vitest';
import { backtest } from '../../../support/backtest-comparables.ts';

test('comparables miss later sales by less than a regression with a trend, in narrower ranges', () => {
  const { service, regression, former } = backtest([1, 2], 'later sales', 2016);
  console.log({ service, regression, former });
  expect(service.n).toBeGreaterThan(300);
  expect(service.male).toBeLessThan(regression.male);
  expect(service.male).toBeLessThan(former.male);
  expect(service.width).toBeLessThan(regression.width);
  expect(service.coverage).toBeGreaterThan(0.77);
  expect(service.coverage).toBeLessThan(0.83);
}, 120_000);
