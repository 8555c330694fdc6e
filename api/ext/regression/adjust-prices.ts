import { fold } from '../../../mappings/vocabulary/index.ts';
import { type HedonicModel, type Kind, kinds, ofKinds } from './hedonic-index.ts';
import { type LevelPoints, smoothLevel } from './smooth-level.ts';
import { bilinear, type Sparse } from './sparse.ts';
import { type Square, squareOf } from './square.ts';

/** A change of ln(price per carat), and its contrast. */
export interface PriceChange {
  value: number;
  contrast: Sparse;
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
  errorOf(levels: LevelPoints, others: Sparse): number;
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
 * The closures below refer to parts of the model, and not to the model: its lots are released, while the adjuster is memoized.
 * @param middleOf the middle of a period of the model, by its first day, in years
 */
export function createAdjuster(
  model: HedonicModel | undefined,
  middleOf: (period: string) => number,
): PriceAdjuster {
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom) return noModel;
  const { valueOfContrast, center, sales } = model.fit;
  const covariance = model.fit.covariance();
  const { level, offset } = levelOf(model, middleOf, covariance);
  const reference = middleOf(model.reference);
  const columns = ofKinds(columnsOf(model));
  const pools = ofKinds(model.columnOf);
  const columnOf = (kind: Kind, value: string | null) => columns[kind].get(keyOf(value)) ?? pools[kind];
  const changeOf = (contrast: Sparse): PriceChange | undefined => {
    const value = valueOfContrast(contrast);
    return value === undefined ? undefined : { value, contrast };
  };
  const change = (from: number, to: number) =>
    level.estimate([
      [to, 1],
      [from, -1],
    ]);
  return {
    bytes: 8 * (2 * covariance.n ** 2 + 6 * model.periods.length ** 2),
    withinSale: sales.shared + sales.own > 0 ? sales.shared / (sales.shared + sales.own) : 0,
    inTime: change,
    inSize(from, to) {
      const [x, target] = [Math.log(from) - center.x, Math.log(to) - center.x];
      return changeOf([1, target - x, 2, target ** 2 - x ** 2]);
    },
    inTrait(kind, from, to) {
      const [before, after] = [columnOf(kind, from), columnOf(kind, to)];
      if (before === undefined || after === undefined) return undefined;
      return changeOf([after, 1, before, -1]);
    },
    expected({ carat, soldAt, values }) {
      const x = Math.log(carat) - center.x;
      const traits = kinds.map((kind) => columnOf(kind, values[kind] ?? null));
      if (traits.includes(undefined)) return undefined;
      const own = traits.flatMap((column) => [column!, 1]);
      const found = valueOfContrast([0, 1, 1, x, 2, x ** 2, ...own]);
      if (found === undefined) return undefined;
      return center.y + found + offset + change(reference, soldAt);
    },
    errorOf: (levels, others) =>
      Math.sqrt(level.varianceOf(levels) + Math.max(0, bilinear(others, covariance, others))),
  };
}

/**
 * The price level, from the effects of all periods that can be compared with the reference, and `offset`: the mean distance of
 * the effects from it.
 */
function levelOf(
  { fit, periods, reference, differenceOf, lotsOf }: HedonicModel,
  middleOf: (period: string) => number,
  covariance: Square,
) {
  const start = middleOf(reference);
  const effects = periods.flatMap((period) => {
    const contrast = differenceOf(period, reference);
    const value = period === reference ? undefined : fit.valueOfContrast(contrast);
    return value === undefined ? [] : [{ period, time: middleOf(period), contrast, value }];
  });
  const level = smoothLevel({
    reference: start,
    times: effects.map(({ time }) => time),
    values: effects.map(({ value }) => value),
    covariance: squareOf(effects, (one, other) => bilinear(one.contrast, covariance, other.contrast)),
  });
  const all = effects.reduce((sum, { period }) => sum + lotsOf(period), lotsOf(reference));
  const offset = effects.reduce((sum, { period, time, value }) => {
    const smooth = level.estimate([
      [time, 1],
      [start, -1],
    ]);
    return sum + (lotsOf(period) / all) * (value - smooth);
  }, 0);
  return { level, offset };
}

/** The column of each value of a trait, in any spelling. */
const columnsOf = (model: HedonicModel) => (kind: Kind) =>
  new Map(model.valuesOf(kind).map(({ name }) => [keyOf(name), model.columnOf(kind, name)]));

const keyOf = (value: string | null) => (value === null ? '' : fold(value));
