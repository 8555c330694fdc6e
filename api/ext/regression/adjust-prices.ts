import { fold } from '../../../mappings/vocabulary/index.ts';
import type { Contrast, Covariances, HedonicFit } from './fit-hedonic.ts';
import { type HedonicModel, type Kind, kinds, ofKinds } from './hedonic-index.ts';
import { type LevelPoints, type PriceLevel, smoothLevel } from './smooth-level.ts';
import { squareOf } from './square.ts';

/** A change of ln(price per carat), and its contrast. */
export interface PriceChange {
  value: number;
  contrast: Contrast;
}

/** Origin, treatment and house: null where it is unknown, missing where a stone is not described by it. */
export type TraitValues = Partial<Record<Kind, string | null>>;

/** The price changes that a price model estimates. */
export interface PriceAdjuster {
  /** The change from one time to another, in years; undefined without a model. */
  inTime(from: number, to: number): number | undefined;
  /** From one weight in carats to another, by the elasticity and its square; undefined where it is not known. */
  inSize(from: number, to: number): PriceChange | undefined;
  /** From one value of a trait to another; undefined where the model does not know both. */
  inTrait(kind: Kind, from: string | null, to: string | null): PriceChange | undefined;
  /** The model's ln(price per carat) of a lot; undefined where it has none. */
  expected(lot: { carat: number; soldAt: number; values: TraitValues }): number | undefined;
  /** The standard error of a sum of changes: in time, as weights of levels, and of other contrasts. */
  errorOf(levels: LevelPoints, others: Contrast): number;
  /** The share of the variance of prices that all lots of a sale have in common. */
  withinSale: number;
  /** The approximate memory that it needs while it is kept. */
  bytes: number;
}

/** Minimum degrees of freedom of a model for adjusting prices. */
export const minDegreesOfFreedom = 30;

const noModel: PriceAdjuster = {
  inTime: () => undefined,
  inSize: () => undefined,
  inTrait: () => undefined,
  expected: () => undefined,
  errorOf: () => 0,
  withinSale: 0,
  bytes: 0,
};

/**
 * Holds only the needed parts of the model, because it is memoized while the data stay the same: no function below refers to it.
 * @param middleOf the middle of a period of the model, by its first day, in years
 */
export function createAdjuster(
  model: HedonicModel | undefined,
  middleOf: (period: string) => number,
): PriceAdjuster {
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom) return noModel;
  const covarianceOf = model.fit.covariances();
  return adjusterOf(model.fit, {
    level: levelOf(model, middleOf, covarianceOf),
    reference: middleOf(model.reference),
    covarianceOf,
    columnOf: ofKinds((kind) => columnsOf(model, kind)),
    bytes: 8 * (2 * model.fit.columns ** 2 + 6 * model.periods.length ** 2),
  });
}

/**
 * The price level, from the effects of all periods that can be compared with the reference.
 * @returns the level, and `offset`: the mean distance of the effects from it
 */
function levelOf(
  { fit, periods, reference, differenceOf, lotsOf }: HedonicModel,
  middleOf: (period: string) => number,
  covarianceOf: Covariances,
): PriceLevel & { offset: number } {
  const start = middleOf(reference);
  const effects = periods.flatMap((period) => {
    const contrast = differenceOf(period, reference);
    const value = period === reference ? undefined : fit.valueOfContrast(contrast);
    return value === undefined ? [] : [{ period, time: middleOf(period), contrast, value }];
  });
  const observed = {
    reference: start,
    times: effects.map(({ time }) => time),
    values: effects.map(({ value }) => value),
    covariance: squareOf(effects, (one, other) => covarianceOf(one.contrast, other.contrast)),
  };
  const level = smoothLevel(observed);
  const all = effects.reduce((sum, { period }) => sum + lotsOf(period), lotsOf(reference));
  const offset = effects.reduce((sum, { period, time, value }) => {
    const smooth = level.estimate([
      [time, 1],
      [start, -1],
    ]);
    return sum + (lotsOf(period) / all) * (value - smooth);
  }, 0);
  return { ...level, offset };
}

/** The column of each value of a trait, in any spelling; undefined where the model does not know it. */
type ColumnOf = (value: string | null) => number | undefined;

const columnsOf = ({ valuesOf, columnOf }: HedonicModel, kind: Kind): ColumnOf =>
  lookUp(new Map(valuesOf(kind).map(({ name }) => [keyOf(name), columnOf(kind, name)])), columnOf(kind));

/** A separate function, so that its closure does not retain the model. */
const lookUp =
  (columns: ReadonlyMap<string, number | undefined>, ofPool: number | undefined): ColumnOf =>
  (value) =>
    columns.get(keyOf(value)) ?? ofPool;

const keyOf = (value: string | null) => (value === null ? '' : fold(value));

/** The parts of a model that an adjuster needs beside the fit. */
interface Parts {
  level: PriceLevel & { offset: number };
  reference: number;
  covarianceOf: Covariances;
  columnOf: Record<Kind, ColumnOf>;
  bytes: number;
}

/** The fit is not retained: only its members are. */
function adjusterOf({ valueOfContrast, center, sales }: HedonicFit, parts: Parts): PriceAdjuster {
  const { level, reference, covarianceOf, columnOf, bytes } = parts;
  const changeOf = (contrast: Contrast): PriceChange | undefined => {
    const value = valueOfContrast(contrast);
    return value === undefined ? undefined : { value, contrast };
  };
  const change = (from: number, to: number) =>
    level.estimate([
      [to, 1],
      [from, -1],
    ]);
  return {
    bytes,
    withinSale: sales.shared + sales.own > 0 ? sales.shared / (sales.shared + sales.own) : 0,
    inTime: change,
    inSize(from, to) {
      const [x, target] = [Math.log(from) - center.x, Math.log(to) - center.x];
      return changeOf([
        [1, target - x],
        [2, target ** 2 - x ** 2],
      ]);
    },
    inTrait(kind, from, to) {
      const [before, after] = [columnOf[kind](from), columnOf[kind](to)];
      if (before === undefined || after === undefined) return undefined;
      return changeOf([
        [after, 1],
        [before, -1],
      ]);
    },
    expected({ carat, soldAt, values }) {
      const x = Math.log(carat) - center.x;
      const traits = kinds.map((kind) => columnOf[kind](values[kind] ?? null));
      if (traits.includes(undefined)) return undefined;
      const found = valueOfContrast([
        [0, 1],
        [1, x],
        [2, x ** 2],
        ...traits.map((column) => [column!, 1] as const),
      ]);
      if (found === undefined) return undefined;
      return center.y + found + level.offset + change(reference, soldAt);
    },
    errorOf: (levels, others) =>
      Math.sqrt(level.varianceOf(levels) + Math.max(0, covarianceOf(others, others))),
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
