import type { Contrast, HedonicEstimate } from './fit-hedonic.ts';
import type { HedonicModel } from './hedonic-index.ts';

/** A change of ln(price per carat), and its contrast. */
export interface PriceChange {
  value: number;
  contrast: Contrast;
}

/** Price changes by a price model. */
export interface PriceAdjuster {
  /** From one period to another, by their first days; undefined where either has no index point. */
  inTime(from: string, to: string): PriceChange | undefined;
  /** From one weight in carats to another, by the elasticity and its square; undefined where it is not known. */
  inSize(from: number, to: number): PriceChange | undefined;
  estimate(contrast: Contrast): HedonicEstimate | undefined;
}

/** Minimum degrees of freedom of a model for adjusting prices. */
export const minDegreesOfFreedom = 30;

/** Holds only the needed parts of the model, because it is memoized while the data stay the same. */
export function createAdjuster(model: HedonicModel | undefined): PriceAdjuster {
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom)
    return { inTime: () => undefined, inSize: () => undefined, estimate: () => undefined };
  const { fit, periods, reference, differenceOf } = model;
  return adjusterOf(fit, new Map(periods.map((period) => [period, differenceOf(period, reference)])));
}

/** A separate function, so that its closure does not retain the cells of the model. */
function adjusterOf(
  { estimate, center }: HedonicModel['fit'],
  effects: ReadonlyMap<string, Contrast>,
): PriceAdjuster {
  const changeOf = (contrast: Contrast) => {
    const value = estimate(contrast)?.value;
    return value === undefined ? undefined : { value, contrast };
  };
  return {
    inTime(from, to) {
      const [earlier, later] = [effects.get(from), effects.get(to)];
      if (!earlier || !later) return undefined;
      return changeOf(
        sumOf([
          { contrast: later, times: 1 },
          { contrast: earlier, times: -1 },
        ]),
      );
    },
    inSize(from, to) {
      const [x, target] = [Math.log(from) - center.x, Math.log(to) - center.x];
      return changeOf([
        [1, target - x],
        [2, target ** 2 - x ** 2],
      ]);
    },
    estimate,
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
