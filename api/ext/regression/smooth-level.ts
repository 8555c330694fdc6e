import { factorize, type Square, squareOf, whiten, zeros } from './square.ts';

/** The price level of some lots over time, as estimated from sales. */
export interface PriceLevel {
  /** Variance of its change over one year; with a market, of its difference from the market's change. */
  variancePerYear: number;
  /** The estimate of Σ weight · level at a time, and its variance; the weights add up to 0. */
  combine(points: LevelPoints): { value: number; variance: number };
  /** The estimates of some combinations. */
  estimateAll(combinations: readonly LevelPoints[]): LevelEstimates;
}

/** A time, in years, and a weight. */
type LevelPoint = readonly [time: number, weight: number];

/** A weighted sum of levels. */
export type LevelPoints = readonly LevelPoint[];

/** Some combinations of a level: their estimates, and the covariance of their errors. */
interface LevelEstimates {
  values: number[];
  covariance: Square;
  /** The covariance of the error of another combination with each. */
  sharedWith(points: LevelPoints): number[];
}

/** A level of ln(price) as a regression estimates it, relative to that of the reference. */
export interface ObservedLevels {
  /** The time of the reference, in years. */
  reference: number;
  times: readonly number[];
  values: readonly number[];
  /** Covariance of the errors of the values. */
  covariance: Square;
}

/** The prior of the standard deviation of a yearly change: 10%, within a factor of e. */
const usual = { variance: 0.1 ** 2, logDeviation: 2 } as const;

/**
 * Smooths observed levels: between sales the level moves like a random walk (a local level model; J. Durbin and
 * S. J. Koopman, Time Series Analysis by State Space Methods, 2012, chapter 2), whose variance is that of greatest
 * likelihood, with a weak prior that keeps it from 0. Relative to the reference there is no constant to estimate, so
 * the likelihood is the restricted one (REML).
 * @param market the level that this one follows, of other lots: then only the difference from it is such a walk
 */
export function smoothLevel(observed: ObservedLevels, market?: PriceLevel): PriceLevel {
  const { reference, times } = observed;
  const contrasts = times.map(
    (time): LevelPoints => [
      [time, 1],
      [reference, -1],
    ],
  );
  const fromMarket = market?.estimateAll(contrasts) ?? zerosFor(contrasts);
  const y = observed.values.map((value, place) => value - fromMarket.values[place]!);
  const shape = squareOf(times, (a, b) => commonPath(reference, a, b));
  const factorOf = (variance: number) =>
    factor(shape, variance, [observed.covariance, fromMarket.covariance]);
  const variancePerYear = mostLikely((variance) => logLikelihood(factorOf(variance), y));
  const lower = factorOf(variancePerYear);
  const observations = whiten(lower, y);
  const walk = (points: LevelPoints, others: LevelPoints) =>
    variancePerYear * sumOver(points, (a) => sumOver(others, (b) => commonPath(reference, a, b)));
  /** The covariance with each observation, whitened. */
  const shared = (points: LevelPoints) => {
    const ofMarket = fromMarket.sharedWith(points);
    return whiten(
      lower,
      times.map(
        (time, place) =>
          ofMarket[place]! + variancePerYear * sumOver(points, (at) => commonPath(reference, at, time)),
      ),
    );
  };
  const level: PriceLevel = {
    variancePerYear,
    combine(points) {
      const before = market?.combine(points) ?? { value: 0, variance: 0 };
      const known = shared(points);
      const walked = variancePerYear * squaredPath(reference, points);
      const variance = before.variance + walked - dot(known, known);
      return { value: before.value + dot(known, observations), variance: Math.max(0, variance) };
    },
    estimateAll(combinations) {
      const known = combinations.map(shared);
      const sharedWith = (points: LevelPoints) => {
        const own = shared(points);
        return combinations.map((others, i) => walk(points, others) - dot(own, known[i]!));
      };
      return {
        values: combinations.map((points) => level.combine(points).value),
        covariance: {
          n: combinations.length,
          values: Float64Array.from(combinations.flatMap(sharedWith)),
        },
        sharedWith,
      };
    },
  };
  return level;
}

/** The estimates of combinations without a market. */
const zerosFor = (combinations: readonly LevelPoints[]): LevelEstimates => {
  const none = combinations.map(() => 0);
  return { values: none, covariance: zeros(none.length), sharedWith: () => none };
};

const sumOver = (points: LevelPoints, of: (time: number) => number) =>
  points.reduce((sum, [time, weight]) => sum + weight * of(time), 0);

/** The years of a walk from the reference that two times have in common. */
function commonPath(reference: number, a: number, b: number): number {
  const [one, other] = [a - reference, b - reference];
  return one * other > 0 ? Math.min(Math.abs(one), Math.abs(other)) : 0;
}

/**
 * Σ w·w′·commonPath over all pairs of points. There may be thousands of points, so it is computed along each way from the
 * reference: the integral of the squared weight of all points that lie beyond.
 */
function squaredPath(reference: number, points: LevelPoints): number {
  let total = 0;
  for (const way of [-1, 1]) {
    const ahead = points
      .map(([time, weight]) => ({ distance: way * (time - reference), weight }))
      .filter(({ distance }) => distance > 0)
      .sort((a, b) => b.distance - a.distance);
    let beyond = 0;
    for (const [i, { distance, weight }] of ahead.entries()) {
      beyond += weight;
      total += beyond ** 2 * (distance - (ahead[i + 1]?.distance ?? 0));
    }
  }
  return total;
}

/**
 * The factor of shape × variance + noise, the sum of some covariances; it is not singular where all prices follow the model
 * exactly.
 */
function factor(shape: Square, variance: number, noise: readonly Square[]): Square {
  const { n } = shape;
  const sum = { n, values: shape.values.map((value) => variance * value) };
  for (const { values } of noise) for (let i = 0; i < n * n; i++) sum.values[i]! += values[i]!;
  for (let i = 0; i < n; i++) sum.values[i * n + i]! += 1e-12;
  return factorize(sum).lower;
}

function logLikelihood(lower: Square, values: readonly number[]): number {
  const white = whiten(lower, values);
  let logDeterminant = 0;
  for (let i = 0; i < lower.n; i++) logDeterminant += 2 * Math.log(lower.values[i * lower.n + i]!);
  return -(logDeterminant + dot(white, white)) / 2;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const range = { least: Math.log(1e-5), most: Math.log(1) };

/** The variance with the greatest likelihood and prior, by golden section of its logarithm. */
function mostLikely(likelihoodOf: (variance: number) => number): number {
  const scoreOf = (log: number) =>
    likelihoodOf(Math.exp(log)) - ((log - Math.log(usual.variance)) / usual.logDeviation) ** 2 / 2;
  const golden = (Math.sqrt(5) - 1) / 2;
  let { least, most } = range;
  let [low, high] = [most - golden * (most - least), least + golden * (most - least)];
  let [atLow, atHigh] = [scoreOf(low), scoreOf(high)];
  while (most - least > 1e-4) {
    if (atLow > atHigh) {
      [most, high, atHigh] = [high, low, atLow];
      low = most - golden * (most - least);
      atLow = scoreOf(low);
    } else {
      [least, low, atLow] = [low, high, atHigh];
      high = least + golden * (most - least);
      atHigh = scoreOf(high);
    }
  }
  return Math.exp((least + most) / 2);
}
