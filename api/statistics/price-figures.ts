import { storedCpi } from '../../mappings/price-amounts.ts';
import { quotient, round } from '../../mappings/round.ts';
import { cpiOfMonth, newestCpiMonth } from '../../mappings/us-cpi.ts';

type OrNull = number | null;

/** Decimals of a nominal price per carat. */
const priceDecimals = 2;

/** Makes published figures of unrounded prices. */
export type PriceFigures = typeof nominalFigures;

/** Nominal dollars are whole, or whole cents per carat: figures are computed as exact decimal numbers. */
export const nominalFigures = {
  /** A smallest or greatest value. */
  extreme: (value: OrNull) => value,
  mean: meanFigure,
  quantile: quantileFigure,
  /** A total of whole dollars. */
  total: (sum: number) => sum,
  /** new ÷ old − 1 of two median prices per carat. */
  change,
  /** A price minus a lower one. */
  difference: (current: number, earlier: number) => round(current - earlier, priceDecimals),
  /** A part of a total. */
  share: ratio,
};

/** Figures in the dollars of a month, from prices in the dollars in which they are stored. */
function realFigures(base: string): PriceFigures {
  const factor = cpiOfMonth(base)! / storedCpi;
  const scaled = (value: OrNull) => (value === null ? null : round(value * factor, statisticDecimals));
  return {
    extreme: scaled,
    mean: (sum, count) => (count === 0 ? null : scaled(sum / count)),
    quantile: scaled,
    total: (sum) => Math.round(sum * factor),
    change: (current, earlier) =>
      current === null || !earlier ? null : round(current / earlier - 1, ratioDecimals),
    difference: (current, earlier) => scaled(current - earlier)!,
    share: (part, whole) => (whole === 0 ? null : round(part / whole, ratioDecimals)),
  };
}

/** The figures of a request. */
export const figuresOf = ({ dollars, base = newestCpiMonth }: { dollars?: string; base?: string }) =>
  dollars === 'real' ? realFigures(base) : nominalFigures;

/** Decimals of means, quantiles and total_carats. */
export const statisticDecimals = 4;

/** Decimals of rates, shares and changes. */
export const ratioDecimals = 6;

/** Decimals that values have: whole dollars, cents per carat; weights have as many as their source gives. */
const valueDecimals = { price_usd: 0, price_per_carat_usd: 2, carat: 6 } as const;

/** A summarized field. */
export type ValueName = keyof typeof valueDecimals;

/** Decimals that interpolation adds: the fraction of a rank is a multiple of a tenth, a quarter or a half. */
const addedDecimals = { p10: 1, p25: 2, median: 1, p75: 2, p90: 1, medianLow: 0, medianHigh: 0 } as const;

/** An interpolated quantile, or a value itself. */
export type QuantileName = keyof typeof addedDecimals;

/** A published sum of weights. */
export function caratsFigure(sum: number): number {
  return withoutNoise(sum, statisticDecimals);
}

/**
 * A published quantile. Values with few decimals have few possible quantiles, so that
 * floating-point noise of large values can be removed.
 */
function quantileFigure(value: number | null, of: ValueName, quantile: QuantileName): number | null {
  if (value === null) return null;
  return withoutNoise(value, Math.min(statisticDecimals, valueDecimals[of] + addedDecimals[quantile]));
}

/**
 * A published mean of `count` values with the total `sum`. The sum is rounded to a multiple of its
 * values' last decimal: a double is not precise enough for a mean of billions with four decimals.
 */
export function meanFigure(sum: number, count: number, of: ValueName): number | null {
  if (count === 0) return null;
  const decimals = valueDecimals[of];
  return quotient(wholeNumber(sum, decimals), count * 10 ** decimals, statisticDecimals);
}

/** The published part ÷ whole of two whole numbers; null where the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : quotient(part, whole, ratioDecimals);
}

/** The published new ÷ old − 1 of two median prices per carat; null where either is missing or the old one is 0. */
export function change(current: number | null, earlier: number | null): number | null {
  const medianDecimals = valueDecimals.price_per_carat_usd + addedDecimals.median;
  if (current === null || earlier === null) return null;
  const [now, then] = [wholeNumber(current, medianDecimals), wholeNumber(earlier, medianDecimals)];
  return then === 0 ? null : quotient(now - then, then, ratioDecimals);
}

const wholeNumber = (value: number, decimals: number) => Math.round(value * 10 ** decimals);

/** Maximum relative error from adding and interpolating doubles. */
const noise = 2 ** -50;

/** Below this value the noise is far smaller than a step of the last published decimal. */
const certain = 2 ** 37;

/** Rounds half up; a number that differs from a half only by noise is treated as a half. */
function withoutNoise(value: number, decimals: number): number {
  const scaled = value * 10 ** decimals;
  const tie = Math.floor(scaled) + 0.5;
  const isTied = Math.abs(scaled - tie) <= Math.abs(scaled) * noise;
  if (!isTied || Math.abs(scaled) > certain) return round(value, decimals);
  return round((tie + 0.5) / 10 ** decimals, decimals);
}
