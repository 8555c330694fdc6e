import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** The price level of some lots over time, as estimated from sales. */
export interface PriceLevel {
  /** Variance of its change over one year; with a market, of its difference from the market's change. */
  variancePerYear: number;
  /** The estimate of Σ weight · level at a time, and its variance; the weights add up to 0. */
  combine(points: LevelPoints): { value: number; variance: number };
  /** The value of a combination if the own effects rose by 1 a year, and the effects of a market did not rise. */
  ownTrend(points: LevelPoints): number;
  /** The value of a combination if the effects of the market rose by 1 a year, and the own effects did not rise. */
  marketTrend(points: LevelPoints): number;
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
  /** `ownTrend` of each. */
  trends: number[];
  covariance: Matrix;
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
  covariance: Matrix;
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
  const noise = regular(Matrix.add(observed.covariance, fromMarket.covariance));
  const shape = Matrix.zeros(times.length, times.length);
  for (const [i, a] of times.entries())
    for (const [j, b] of times.entries()) shape.set(i, j, commonPath(reference, a, b));
  const covarianceFor = (variance: number) => Matrix.mul(shape, variance).add(noise);
  const variancePerYear = mostLikely((variance) => logLikelihood(covarianceFor(variance), y));
  const { whiten } = factorize(covarianceFor(variancePerYear));
  const whitened = {
    values: whiten(y),
    own: whiten(times.map((time) => time - reference)),
    market: whiten(fromMarket.trends.map((trend) => -trend)),
  };
  const walk = (points: LevelPoints, others: LevelPoints) =>
    variancePerYear * sumOver(points, (a) => sumOver(others, (b) => commonPath(reference, a, b)));
  /** The covariance with each observation, whitened. */
  const shared = (points: LevelPoints) => {
    const ofMarket = fromMarket.sharedWith(points);
    return whiten(
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
      return { value: before.value + dot(known, whitened.values), variance: Math.max(0, variance) };
    },
    ownTrend: (points) => dot(shared(points), whitened.own),
    marketTrend: (points) => (market?.ownTrend(points) ?? 0) + dot(shared(points), whitened.market),
    estimateAll(combinations) {
      const known = combinations.map(shared);
      const sharedWith = (points: LevelPoints) => {
        const own = shared(points);
        return combinations.map((others, i) => walk(points, others) - dot(own, known[i]!));
      };
      const covariance = Matrix.zeros(combinations.length, combinations.length);
      for (const [i, points] of combinations.entries()) covariance.setRow(i, sharedWith(points));
      return {
        values: combinations.map((points) => level.combine(points).value),
        trends: combinations.map((points) => level.ownTrend(points)),
        covariance,
        sharedWith,
      };
    },
  };
  return level;
}

/** The estimates of combinations without a market. */
const zerosFor = (combinations: readonly LevelPoints[]): LevelEstimates => {
  const zeros = combinations.map(() => 0);
  const covariance = Matrix.zeros(zeros.length, zeros.length);
  return { values: zeros, trends: zeros, covariance, sharedWith: () => zeros };
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

/** Symmetric to the last bit, and not singular where all prices follow the model exactly. */
function regular(covariance: Matrix): Matrix {
  const half = Matrix.add(covariance, covariance.transpose()).mul(0.5);
  return half.add(Matrix.eye(half.rows).mul(1e-12));
}

function logLikelihood(covariance: Matrix, values: readonly number[]): number {
  const { logDeterminant, whiten } = factorize(covariance);
  const white = whiten(values);
  return -(logDeterminant + dot(white, white)) / 2;
}

/** A covariance C = L·Lᵀ. `whiten` gives L⁻¹·v: the dot product of two such vectors is v·C⁻¹·w. */
function factorize(covariance: Matrix) {
  const rows = covariance.rows === 0 ? [] : lowerTriangle(covariance);
  return {
    logDeterminant: rows.reduce((sum, row, i) => sum + 2 * Math.log(row[i]!), 0),
    whiten(values: readonly number[]): number[] {
      const white: number[] = [];
      for (const [i, row] of rows.entries()) {
        let rest = values[i]!;
        for (let j = 0; j < i; j++) rest -= row[j]! * white[j]!;
        white.push(rest / row[i]!);
      }
      return white;
    },
  };
}

const lowerTriangle = (covariance: Matrix) =>
  new CholeskyDecomposition(covariance).lowerTriangularMatrix
    .to2DArray()
    .map((row, i) => row.slice(0, i + 1));

function dot(a: readonly number[], b: readonly number[]): number {
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
