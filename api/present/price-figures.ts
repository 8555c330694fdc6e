import { storedCpi } from '../../mappings/price-amounts.ts';
import { round } from '../../mappings/round.ts';
import { cpiOfMonth, newestCpiMonth } from '../../mappings/us-cpi.ts';
import {
  change,
  meanFigure,
  type QuantileName,
  quantileFigure,
  ratio,
  ratioDecimals,
  statisticDecimals,
  type ValueName,
} from './figure.ts';

type OrNull = number | null;

/** The published figures of prices, of unrounded ones. */
export interface PriceFigures {
  /** A smallest or greatest value. */
  extreme(value: OrNull): OrNull;
  mean(sum: number, count: number, of: ValueName): OrNull;
  quantile(value: OrNull, of: ValueName, quantile: QuantileName): OrNull;
  /** A total of whole dollars. */
  total(sum: number): number;
  /** new ÷ old − 1 of two median prices per carat. */
  change(current: OrNull, earlier: OrNull): OrNull;
  /** A price minus a lower one. */
  difference(current: number, earlier: number): number;
  /** A part of a total. */
  share(part: number, whole: number): OrNull;
}

/** Decimals of a nominal price per carat. */
const priceDecimals = 2;

/** Nominal dollars are whole, or whole cents per carat: figures are computed as exact decimal numbers. */
export const nominalFigures: PriceFigures = {
  extreme: (value) => value,
  mean: meanFigure,
  quantile: quantileFigure,
  total: (sum) => sum,
  change,
  difference: (current, earlier) => round(current - earlier, priceDecimals),
  share: ratio,
};

/** Figures in dollars of a month, of prices in the dollars in which they are stored. */
export function realFigures(base: string): PriceFigures {
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
