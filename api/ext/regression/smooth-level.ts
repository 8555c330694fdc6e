import { dot, factorize, type Square, solve, squareOf, whiten } from './square.ts';

/** The price level of some lots over time, as estimated from sales. */
interface PriceLevel {
  /** Variance of its change over one year. */
  variancePerYear: number;
  /** The estimate of Σ weight · level at a time; the weights add up to 0. */
  estimate(points: LevelPoints): number;
  varianceOf(points: LevelPoints): number;
}

/** A weighted sum of levels: times, in years, and weights. */
export type LevelPoints = readonly (readonly [time: number, weight: number])[];

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
 */
export function smoothLevel({ reference, times, values, covariance }: ObservedLevels): PriceLevel {
  const shape = squareOf(times, (a, b) => commonPath(reference, a, b));
  const factorOf = (variance: number) => factor(shape, variance, covariance);
  const variancePerYear = mostLikely((variance) => logLikelihood(factorOf(variance), values));
  const lower = factorOf(variancePerYear);
  const weights = solve(lower, values);
  /** The covariance of a sum of levels and the level at a time, before anything is observed. */
  const before = (points: LevelPoints, time: number) => {
    let sum = 0;
    for (const [at, weight] of points) sum += weight * commonPath(reference, at, time);
    return variancePerYear * sum;
  };
  const withObserved = (points: LevelPoints) => times.map((time) => before(points, time));
  return {
    variancePerYear,
    estimate: (points) => dot(weights, withObserved(points)),
    varianceOf(points) {
      const white = whiten(lower, withObserved(points));
      const prior = points.reduce((sum, [time, weight]) => sum + weight * before(points, time), 0);
      return Math.max(0, prior - dot(white, white));
    },
  };
}

/** The years of a walk from the reference that two times have in common. */
function commonPath(reference: number, a: number, b: number): number {
  const [one, other] = [a - reference, b - reference];
  return one * other > 0 ? Math.min(Math.abs(one), Math.abs(other)) : 0;
}

/** The factor of shape × variance + noise; it is not singular where all prices follow the model exactly. */
function factor({ n, values }: Square, variance: number, noise: Square): Square {
  const sum = { n, values: values.map((value, i) => variance * value + noise.values[i]!) };
  for (let i = 0; i < n; i++) sum.values[i * n + i]! += 1e-12;
  return factorize(sum).lower;
}

function logLikelihood(lower: Square, values: readonly number[]): number {
  const white = whiten(lower, values);
  let logDeterminant = 0;
  for (let i = 0; i < lower.n; i++) logDeterminant += 2 * Math.log(lower.values[i * lower.n + i]!);
  return -(logDeterminant + dot(white, white)) / 2;
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
