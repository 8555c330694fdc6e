import Type from 'typebox';
import { round } from '../../../mappings/round.ts';
import { count, estimateDecimals, figure, object, positive, share } from '../../statistics/fields.ts';
import type { HedonicModel } from '../regression/hedonic-index.ts';
import type { LoadedLots } from './load-lots.ts';

/** How well a regression describes its lots. */
export const Fit = object('ModelFit', 'Fit of a price model', {
  n: count('Number of lots of the regression.'),
  degrees_of_freedom: count(
    'Number of lots minus coefficients; those of traits, which are shrunk, do not count.',
  ),
  r_squared: figure('Explained share of the variance of ln(price per carat).', { maximum: 1 }),
  residual_standard_error: positive('Standard deviation of the residuals, in ln(price per carat).'),
  sales: count('Number of sales: the lots of one house on one day.'),
  within_sale_correlation: share(
    'Share of the variance of residuals that the lots of a sale have in common. It is estimated as if there were five more sales with a share of 0.25, the usual value.',
  ),
});

/** The published fit; null without a model. */
export function presentFit(model: HedonicModel | undefined) {
  if (!model) return null;
  const { n, rank, rSquared, residualError, sales } = model.fit;
  const whole = sales.shared + sales.own;
  return {
    n,
    degrees_of_freedom: n - rank,
    r_squared: rSquared === null ? null : round(rSquared, estimateDecimals),
    residual_standard_error: round(residualError, estimateDecimals),
    sales: sales.sales,
    within_sale_correlation: whole > 0 ? round(sales.shared / whole, estimateDecimals) : null,
  };
}

/** `meta.sample` of figures that are computed from a sample. */
export const sampleMeta = {
  sample: Type.Optional(
    object('LotSample', 'Sample of lots', {
      lots: count('Number of lots that were drawn at random.'),
      of: count('Number of lots from which they were drawn.'),
    }),
  ),
};

/** The sample, where lots are one. */
export const presentSample = ({ lots: { length }, of }: LoadedLots) =>
  of > length ? { sample: { lots: length, of } } : {};
