import { ApiError } from '../../http/errors.ts';
import { minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { type HedonicModel, minLots, modelPrices } from '../regression/hedonic-index.ts';
import type { IndexInterval } from './choice.ts';
import { type ChosenLots, chooseLots, type LotsWanted, modelLots } from './choose-lots.ts';
import type { SoldLots } from './load-lots.ts';

/** Maximum periods: the cost grows with the third power of their number, and 400 take a fraction of a second. */
const maxPeriods = 400;

/** Maximum quarters of a model for a price level; above, its periods are years. */
const maxQuarters = 160;

/**
 * The price model of some lots.
 * @returns undefined where there are no more lots than coefficients
 * @throws ApiError `invalid_parameter` where the lots have too many periods
 */
export function modelOfLots(
  chosen: ChosenLots,
  interval: IndexInterval,
  minPeriodLots = minLots,
): HedonicModel | undefined {
  const lots = modelLots(chosen, interval);
  if (lots.period.names.length > maxPeriods) throw tooManyPeriods(interval);
  return modelPrices(lots, minPeriodLots);
}

/**
 * The price model for a price level that is smoothed afterwards: by quarters, or by years where there are too many quarters or
 * too few lots. Every period has an effect, however few its lots.
 */
export function modelOfLevel(
  lots: SoldLots,
  wanted: LotsWanted,
): { model: HedonicModel | undefined; yearsOfPeriod: number } {
  const quarters = modelLots(chooseLots(lots, { ...wanted, interval: 'quarter' }), 'quarter');
  if (quarters.period.names.length <= maxQuarters) {
    const model = modelPrices(quarters, 1);
    if (model && model.fit.n - model.fit.rank >= minDegreesOfFreedom) return { model, yearsOfPeriod: 1 / 4 };
  }
  const years = chooseLots(lots, { ...wanted, interval: 'year' });
  return { model: modelOfLots(years, 'year', 1), yearsOfPeriod: 1 };
}

function tooManyPeriods(interval: IndexInterval): ApiError {
  const message = `gem_name: the lots are of more than ${maxPeriods} ${interval}s. Narrow the dates, or use longer periods.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'gem_name', code: 'too_broad', message }],
  });
}
