import { quotient, round } from '../../mappings/round.ts';

/** Decimals of means, quantiles and total_carats. */
export const statisticDecimals = 4;

/** Decimals of rates, shares and changes. */
export const ratioDecimals = 6;

/** Decimals that values have: whole dollars, cents a carat; weights have as many as their source gives. */
const valueDecimals = { price_usd: 0, price_per_carat_usd: 2, carat: 6 } as const;

/** What is summarized. */
export type ValueName = keyof typeof valueDecimals;

/** Decimals that interpolation adds: a rank's fraction is a whole number of tenths, of quarters or of halves. */
const addedDecimals = { p10: 1, p25: 2, median: 1, p75: 2, p90: 1, medianLow: 0, medianHigh: 0 } as const;

/** What is interpolated, or a value itself. */
export type QuantileName = keyof typeof addedDecimals;

/** A sum of weights as it is published. */
export function caratsFigure(sum: number): number {
  return withoutNoise(sum, statisticDecimals);
}

/**
 * A quantile as it is published. Between values of few decimals there are few places that it can have, and so the
 * noise of interpolating between billions is told from it.
 */
export function quantileFigure(value: number | null, of: ValueName, quantile: QuantileName): number | null {
  if (value === null) return null;
  return withoutNoise(value, Math.min(statisticDecimals, valueDecimals[of] + addedDecimals[quantile]));
}

/**
 * A mean as it is published: of `count` values that add up to `sum`. The sum is taken to be a whole number of its
 * values' last decimal: a double cannot tell a mean of billions to four decimals.
 */
export function meanFigure(sum: number, count: number, of: ValueName): number | null {
  if (count === 0) return null;
  const decimals = valueDecimals[of];
  return quotient(wholeNumber(sum, decimals), count * 10 ** decimals, statisticDecimals);
}

/** part ÷ whole as it is published, of two whole numbers; null where there is no whole. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : quotient(part, whole, ratioDecimals);
}

/** new ÷ old − 1 of two median prices per carat as it is published; null where either is missing or the old one 0. */
export function change(current: number | null, earlier: number | null): number | null {
  const medianDecimals = valueDecimals.price_per_carat_usd + addedDecimals.median;
  if (current === null || earlier === null) return null;
  const [now, then] = [wholeNumber(current, medianDecimals), wholeNumber(earlier, medianDecimals)];
  return then === 0 ? null : quotient(now - then, then, ratioDecimals);
}

const wholeNumber = (value: number, decimals: number) => Math.round(value * 10 ** decimals);

/** How far, relative to its size, the noise of adding and interpolating doubles may carry a number. */
const noise = 2 ** -50;

/** Up to here the noise is far smaller than a step of the last published decimal. */
const certain = 2 ** 37;

/** Rounds half up; a number that noise alone keeps from ending in 5 is taken to end in 5. */
function withoutNoise(value: number, decimals: number): number {
  const scaled = value * 10 ** decimals;
  const tie = Math.floor(scaled) + 0.5;
  const isTied = Math.abs(scaled - tie) <= Math.abs(scaled) * noise;
  if (!isTied || Math.abs(scaled) > certain) return round(value, decimals);
  return round((tie + 0.5) / 10 ** decimals, decimals);
}
