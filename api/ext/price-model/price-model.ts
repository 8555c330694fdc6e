import { ApiError } from '../../http/errors.ts';
import { minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { type HedonicModel, type ModelLot, minLots, modelPrices } from '../regression/hedonic-index.ts';
import type { IndexInterval } from './choice.ts';
import type { LoadedLot } from './load-lots.ts';

/** The first day of the period in which a lot was sold. */
export const periodOf =
  (interval: IndexInterval) =>
  ({ auction_date: day }: LoadedLot): string => {
    const quarter = interval === 'year' ? 0 : Math.floor((Number(day.slice(5, 7)) - 1) / 3);
    return `${day.slice(0, 4)}-${String(1 + 3 * quarter).padStart(2, '0')}-01`;
  };

/** The sale of a lot: lots of one house and day are of one. */
export const saleOf = ({ auction_date, auction_house }: LoadedLot): string =>
  `${auction_date} ${auction_house}`;

/** Lots as a price model takes them. */
const modelLots = (lots: readonly LoadedLot[], interval: IndexInterval): ModelLot[] =>
  lots.map((lot) => ({
    x: Math.log(lot.carat),
    y: Math.log(lot.price!),
    period: periodOf(interval)(lot),
    traits: lot,
    sale: saleOf(lot),
  }));

const countPeriods = (lots: readonly ModelLot[]) => new Set(lots.map(({ period }) => period)).size;

/** Maximum periods: the cost grows with the third power of their number, and 400 take a fraction of a second. */
const maxPeriods = 400;

/** Maximum quarters of a model for a price level; above, its periods are years. */
const maxQuarters = 160;

/**
 * The price model of some lots with a price.
 * @returns undefined where there are no more lots than coefficients
 * @throws ApiError `invalid_parameter` where the lots have too many periods
 */
export function modelOfLots(
  chosen: readonly LoadedLot[],
  interval: IndexInterval,
  minPeriodLots = minLots,
): HedonicModel | undefined {
  const lots = modelLots(chosen, interval);
  if (countPeriods(lots) > maxPeriods) throw tooManyPeriods(interval);
  return modelPrices(lots, minPeriodLots);
}

/**
 * The price model for a price level that is smoothed afterwards: by quarters, or by years where there are too many quarters or
 * too few lots. Every period has an effect, however few its lots.
 */
export function modelOfLevel(chosen: readonly LoadedLot[]) {
  const dated = chosen.filter(({ auction_date_precision }) => auction_date_precision !== 'year');
  const quarters = modelLots(dated, 'quarter');
  if (countPeriods(quarters) <= maxQuarters) {
    const model = modelPrices(quarters, 1);
    if (model && model.fit.n - model.fit.rank >= minDegreesOfFreedom) return { model, yearsOfPeriod: 1 / 4 };
  }
  return { model: modelOfLots(chosen, 'year', 1), yearsOfPeriod: 1 };
}

function tooManyPeriods(interval: IndexInterval): ApiError {
  const message = `gem_name: the lots are of more than ${maxPeriods} ${interval}s. Narrow the dates, or use longer periods.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'gem_name', code: 'too_broad', message }],
  });
}
