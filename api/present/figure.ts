import { round } from '../../mappings/round.ts';

/** Above this a double has no 15 significant digits left beyond four decimals, and is rounded as it is. */
const healable = 1e10;

/**
 * A computed number as it is published: rounded half up at `decimals` places, null where there is none. The last
 * digits of a sum or a ratio of doubles are noise, and would tip a number that ends in 5 the wrong way: 15
 * significant digits are taken as meant.
 */
export function figure(value: number | null | undefined, decimals: number): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  const meant = Math.abs(value) < healable ? Number(value.toPrecision(15)) : value;
  return round(meant, decimals);
}

/** Decimals of means, quantiles and total_carats. */
export const statisticDecimals = 4;

/** Decimals of rates, shares and changes. */
export const ratioDecimals = 6;

/** part ÷ whole as it is published; null where there is no whole. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : figure(part / whole, ratioDecimals);
}

/** new ÷ old − 1 as it is published; null where either is missing or the old one is 0. */
export function change(current: number | null, earlier: number | null): number | null {
  if (current === null || earlier === null || earlier === 0) return null;
  return figure(current / earlier - 1, ratioDecimals);
}
