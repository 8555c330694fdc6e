import Type, { type Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  figure,
  flag,
  listOf,
  nameOrNull,
  number,
  object,
  oneOf,
  orNull,
  positive,
  share,
  text,
} from '../../statistics/fields.ts';
import type { Contrast, HedonicEstimate } from '../regression/fit-hedonic.ts';
import { type HedonicModel, kinds } from '../regression/hedonic-index.ts';
import { intervalOf } from '../regression/quantiles.ts';

const factors = ['constant', 'ln_carat', 'ln_carat_squared', ...kinds] as const;

/** The errors of an estimate. */
export const errorFields = {
  standard_error: positive(
    'Standard error of the estimate, as a logarithm: of ln(price per carat), of ln(factor) or of ln(index). Null where there is no estimate.',
  ),
  error_degrees_of_freedom: positive('Degrees of freedom of the standard error, by Satterthwaite.'),
  clustered_error: positive(
    'The standard error clustered by sale (CR1), for comparison with other software; null where it is not computed. It is too small where few sales determine the estimate.',
  ),
};

/** The coefficient of one column of the regression. */
const Coefficient = object('Coefficient', 'Coefficient', {
  factor: oneOf(factors, 'The factor of the coefficient.'),
  category: nameOrNull(
    'The origin, treatment or house. Null for weight, for lots where it is unknown, and for the pool.',
  ),
  is_pool: flag('Whether it represents all rare categories.'),
  is_reference: flag('Whether it is the reference of the others: its coefficient is 0.'),
  n: count('Number of lots of the category; for weight all lots.'),
  coefficient: figure(
    'Increase of ln(price per carat), all else equal; null where the data cannot separate it from other effects.',
  ),
  low: figure('Lower end of its 95% interval.'),
  high: figure('Upper end of its 95% interval.'),
  ...errorFields,
  relative_effect: figure('The effect as a share of the price: e^coefficient − 1. Null for weight.', {
    minimum: -1,
  }),
});

/** The effect of weight at the mean weight. */
const Elasticity = object('Elasticity', 'Elasticity', {
  at_carat: Type.Number({ description: 'The geometric mean of the weights.', ...extension }),
  elasticity: figure('Percentage increase of the price per carat for one percent more weight.'),
  low: figure('Lower end of its 95% interval.'),
  high: figure('Upper end of its 95% interval.'),
  ...errorFields,
  ten_percent_heavier: figure(
    'Relative increase of the price per carat for ten percent more weight. Null where no lot is that heavy.',
    { minimum: -1 },
  ),
});

/** The similarity of the prices of one sale. */
const Sales = object('RegressionSales', 'Sales of a regression', {
  n: count(
    'Number of sales, the clusters of the standard errors. A sale is the lots of one house on one day.',
  ),
  within_sale_correlation: share(
    'Share of the variance of residuals that the lots of a sale have in common. It is estimated as if there were five more sales with a share of 0.25, the usual value.',
  ),
  shared_variance: number('Variance of residuals that the lots of a sale have in common.'),
});

/** The regression behind the index. */
export const Regression = object('Regression', 'Regression', {
  n: count('Number of lots of the regression.'),
  degrees_of_freedom: count('Number of lots minus coefficients.'),
  r_squared: figure('Explained share of the variance of ln(price per carat).', { maximum: 1 }),
  residual_standard_error: positive('Standard deviation of the residuals, in ln(price per carat).'),
  errors: oneOf(
    ['sale_components', 'classical'],
    'Method of the standard errors and intervals: `sale_components` allows for lots of one sale that are priced alike, and for periods of unequal variance; `classical` treats all lots as independent and alike.',
  ),
  sales: orNull(Sales, 'The sales to which the lots belong; null with classical errors.'),
  reference_period: text('The reference period: the one with the most lots.'),
  elasticity: Elasticity,
  coefficients: listOf(Coefficient, 'All coefficients except those of the periods, which are the index.'),
  pooled: listOf(
    object('PooledCategory', 'Pooled category', {
      factor: oneOf(kinds, 'The factor of the category.'),
      category: nameOrNull('The category; null for lots where it is unknown.'),
      n: count('Its lots.'),
    }),
    'Rare categories that are combined into one.',
  ),
});

/** The fit of the regression, and the method of its errors. */
export const fitFields = {
  n: Regression.properties.n,
  degrees_of_freedom: Regression.properties.degrees_of_freedom,
  r_squared: Regression.properties.r_squared,
  residual_standard_error: Regression.properties.residual_standard_error,
  errors: Regression.properties.errors,
  sales: Regression.properties.sales,
};

export type Regression = Static<typeof Regression>;
type Coefficient = Static<typeof Coefficient>;

/** The published regression. */
export function presentRegression(model: HedonicModel, nameOf: (period: string) => string): Regression {
  const { fit, poolings } = model;
  return {
    ...presentFit(fit),
    reference_period: nameOf(model.reference),
    elasticity: presentElasticity(model),
    coefficients: [...presentPowers(model), ...presentCategories(model)],
    pooled: kinds.flatMap((factor) =>
      poolings[factor].pooled.map(({ name, lots }) => ({ factor, category: name, n: lots })),
    ),
  };
}

/** The published members of the regression that do not depend on its factors. */
export const presentFit = (fit: HedonicModel['fit']): Pick<Regression, keyof typeof fitFields> => ({
  n: fit.n,
  degrees_of_freedom: fit.n - fit.rank,
  r_squared: published(fit.rSquared),
  residual_standard_error: round(fit.residualError, estimateDecimals),
  errors: fit.sales ? 'sale_components' : 'classical',
  sales: presentSales(fit.sales),
});

const published = (value: number | null) => (value === null ? null : round(value, estimateDecimals));

function presentSales(found: HedonicModel['fit']['sales']): Regression['sales'] {
  if (!found) return null;
  const { sales, shared, own } = found;
  const whole = shared + own;
  return {
    n: sales,
    within_sale_correlation: whole > 0 ? published(shared / whole) : null,
    shared_variance: round(shared, estimateDecimals),
  };
}

/** The errors where there is no estimate. */
export const noErrors = { standard_error: null, error_degrees_of_freedom: null, clustered_error: null };

/** The published errors of an estimate. */
export const presentErrors = ({ error, degreesOfFreedom, clusteredError }: HedonicEstimate) => ({
  standard_error: round(error, estimateDecimals),
  error_degrees_of_freedom: round(degreesOfFreedom, estimateDecimals),
  clustered_error: published(clusteredError),
});

const nothing = { coefficient: null, low: null, high: null, ...noErrors };

/** A published contrast; null where the data do not determine it. */
function presentEstimate({ fit }: HedonicModel, contrast: Contrast, add = 0) {
  const estimate = fit.estimate(contrast);
  if (!estimate) return nothing;
  const { value, low, high } = intervalOf(estimate.value, estimate.error, estimate.degreesOfFreedom);
  return {
    coefficient: round(value + add, estimateDecimals),
    low: round(low + add, estimateDecimals),
    high: round(high + add, estimateDecimals),
    ...presentErrors(estimate),
  };
}

/** The coefficients of 1, ln(carat) and its square; the fit has those of ln(carat) minus its mean. */
function presentPowers(model: HedonicModel): Coefficient[] {
  const { n, center } = model.fit;
  const { x } = center;
  const common = { category: null, is_pool: false, is_reference: false, n, relative_effect: null };
  const constant: Contrast = [
    [0, 1],
    [1, -x],
    [2, x * x],
  ];
  const slope: Contrast = [
    [1, 1],
    [2, -2 * x],
  ];
  return [
    { factor: 'constant', ...common, ...presentEstimate(model, constant, center.y) },
    { factor: 'ln_carat', ...common, ...presentEstimate(model, slope) },
    { factor: 'ln_carat_squared', ...common, ...presentEstimate(model, [[2, 1]]) },
  ];
}

function presentCategories(model: HedonicModel): Coefficient[] {
  return kinds.flatMap((factor) =>
    model.poolings[factor].categories.map(({ name, isPool, lots }, place) => {
      const column = model.columnOf(factor, place);
      const isReference = column === undefined;
      const contrast: Contrast = isReference ? [] : [[column, 1]];
      const estimate = isReference ? { ...nothing, coefficient: 0 } : presentEstimate(model, contrast);
      return {
        factor,
        category: name,
        is_pool: isPool,
        is_reference: isReference,
        n: lots,
        ...estimate,
        relative_effect: relativeEffect(model, contrast),
      };
    }),
  );
}

/** A difference of logarithms as a share of the price; null where the data do not determine it. */
function relativeEffect({ fit }: HedonicModel, contrast: Contrast): number | null {
  const value = fit.valueOfContrast(contrast);
  return value === undefined ? null : round(Math.expm1(value), estimateDecimals);
}

function presentElasticity(model: HedonicModel): Regression['elasticity'] {
  const { coefficient: elasticity, ...errors } = presentEstimate(model, [[1, 1]]);
  const more = Math.log(1.1);
  // Beyond the heaviest lot only the squared term would determine it.
  const isObserved = model.fit.center.x + more <= model.heaviest;
  const heavier: Contrast = [
    [1, more],
    [2, more * more],
  ];
  return {
    at_carat: round(Math.exp(model.fit.center.x), 4),
    elasticity,
    ...errors,
    ten_percent_heavier: isObserved ? relativeEffect(model, heavier) : null,
  };
}
