import type { Contrast, HedonicEstimate } from './fit-hedonic.ts';
import type { HedonicModel } from './hedonic-index.ts';
import { type LevelPoint, type PriceLevel, smoothLevel } from './smooth-level.ts';

/** A change of ln(price per carat), and its contrast. */
export interface PriceChange {
  value: number;
  contrast: Contrast;
}

/** Price changes by a price model. */
export interface PriceAdjuster {
  /** The change from one time to another, in years, and its standard error; undefined without a model. */
  inTime(from: number, to: number): { value: number; error: number } | undefined;
  /** From one weight in carats to another, by the elasticity and its square; undefined where it is not known. */
  inSize(from: number, to: number): PriceChange | undefined;
  /** The standard error of a sum of changes: in time, as weights of levels, and in size. */
  errorOf(levels: readonly LevelPoint[], size: Contrast): number;
}

/** Minimum degrees of freedom of a model for adjusting prices. */
export const minDegreesOfFreedom = 30;

/**
 * Holds only the needed parts of the model, because it is memoized while the data stay the same.
 * @param middleOf the middle of a period of the model, by its first day, in years
 */
export function createAdjuster(
  model: HedonicModel | undefined,
  middleOf: (period: string) => number,
): PriceAdjuster {
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom)
    return { inTime: () => undefined, inSize: () => undefined, errorOf: () => 0 };
  const { estimate, center } = model.fit;
  return adjusterOf(levelOf(model, middleOf), estimate, center.x);
}

/** The price level, from the effects of all periods that can be compared with the reference. */
function levelOf(
  { fit, periods, reference, differenceOf }: HedonicModel,
  middleOf: (period: string) => number,
): PriceLevel {
  const effects = periods.flatMap((period) => {
    const contrast = differenceOf(period, reference);
    const value = period === reference ? undefined : fit.estimate(contrast)?.value;
    return value === undefined ? [] : [{ time: middleOf(period), contrast, value }];
  });
  return smoothLevel({
    reference: middleOf(reference),
    times: effects.map(({ time }) => time),
    values: effects.map(({ value }) => value),
    covariance: fit.covarianceOf(effects.map(({ contrast }) => contrast)),
  });
}

/** A separate function, so that its closure does not retain the model. */
function adjusterOf(
  level: PriceLevel,
  estimate: (contrast: Contrast) => HedonicEstimate | undefined,
  center: number,
): PriceAdjuster {
  return {
    inTime(from, to) {
      const { value, variance } = level.combine([
        [to, 1],
        [from, -1],
      ]);
      return { value, error: Math.sqrt(variance) };
    },
    inSize(from, to) {
      const [x, target] = [Math.log(from) - center, Math.log(to) - center];
      const contrast: Contrast = [
        [1, target - x],
        [2, target ** 2 - x ** 2],
      ];
      const value = estimate(contrast)?.value;
      return value === undefined ? undefined : { value, contrast };
    },
    errorOf: (levels, size) =>
      Math.hypot(Math.sqrt(level.combine(levels).variance), estimate(size)?.error ?? 0),
  };
}

/** The linear combination of contrasts. */
export function sumOf(parts: readonly { contrast: Contrast; times: number }[]): Contrast {
  const weights = new Map<number, number>();
  for (const { contrast, times } of parts) {
    for (const [column, weight] of contrast) weights.set(column, (weights.get(column) ?? 0) + times * weight);
  }
  return [...weights];
}
