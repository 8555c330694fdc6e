import { dot, factorize, type Square, solve, squareOf, whiten } from './square.ts';

/** The price level of some lots over time, as estimated from sales. */
export interface PriceLevel {
  /** Variance of its change over one year; with a market, of its difference from the market's change. */
  variancePerYear: number;
  /** The estimate of Σ weight · level at a time; the weights add up to 0. */
  estimate(points: LevelPoints): number;
  varianceOf(points: LevelPoints): number;
  /** A function for the covariance of the errors of some estimate and this one. */
  covarianceWith(others: LevelPoints): (points: LevelPoints) => number;
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
  const y = observed.values.map((value, i) => value - (market?.estimate(contrasts[i]!) ?? 0));
  const ofMarket = contrasts.map((points) => ({ points, with: market?.covarianceWith(points) ?? none }));
  const noise = squareOf(ofMarket, (one, other) => one.with(other.points));
  const shape = squareOf(times, (a, b) => commonPath(reference, a, b));
  const factorOf = (variance: number) => factor(shape, variance, [observed.covariance, noise]);
  const variancePerYear = mostLikely((variance) => logLikelihood(factorOf(variance), y));
  const lower = factorOf(variancePerYear);
  const walk = (points: LevelPoints, others: LevelPoints) =>
    variancePerYear * sumOver(points, (a) => sumOver(others, (b) => commonPath(reference, a, b)));
  /** The covariance of two combinations before anything is observed. */
  const before = (others: LevelPoints) => {
    const fromMarket = market?.covarianceWith(others) ?? none;
    return (points: LevelPoints) => fromMarket(points) + walk(points, others);
  };
  /** The sum of the observed contrasts with weights. */
  const sumOf = (weights: Float64Array): LevelPoints => [
    ...times.map((time, i) => [time, weights[i]!] as const),
    [reference, -weights.reduce((sum, weight) => sum + weight, 0)],
  ];
  const seen = before(sumOf(solve(lower, y)));
  const covarianceWith = (others: LevelPoints) => {
    const shared = contrasts.map(before(others));
    return before([...others, ...sumOf(solve(lower, shared).map((weight) => -weight))]);
  };
  return {
    variancePerYear,
    estimate: (points) => (market?.estimate(points) ?? 0) + seen(points),
    varianceOf: (points) => Math.max(0, covarianceWith(points)(points)),
    covarianceWith,
  };
}

const none = () => 0;

function sumOver(points: LevelPoints, of: (time: number) => number): number {
  let sum = 0;
  for (const [time, weight] of points) sum += weight * of(time);
  return sum;
}

/** The years of a walk from the reference that two times have in common. */
function commonPath(reference: number, a: number, b: number): number {
  const [one, other] = [a - reference, b - reference];
  return one * other > 0 ? Math.min(Math.abs(one), Math.abs(other)) : 0;
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
