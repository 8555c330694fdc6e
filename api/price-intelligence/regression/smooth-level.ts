import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** The price level of a market over time, as far as sales tell it. */
export interface PriceLevel {
  /** Variance of its change over one year. */
  variancePerYear: number;
  /** The estimate of Σ weight · level at a time, and its variance; the weights add up to 0. */
  combine(points: readonly LevelPoint[]): { value: number; variance: number };
}

/** A time, in years, and a weight. */
export type LevelPoint = readonly [time: number, weight: number];

/** A level of ln(price) as a regression estimates it, relative to that of the reference. */
export interface ObservedLevels {
  /** The time of the reference, in years. */
  reference: number;
  times: readonly number[];
  values: readonly number[];
  /** Covariance of the errors of the values. */
  covariance: Matrix;
}

/** What is assumed of the standard deviation of a yearly change before the data are seen: 10%, within a factor of e. */
const usual = { variance: 0.1 ** 2, logDeviation: 2 } as const;

/**
 * Smooths observed levels: between sales the level moves like a random walk (a local level model; J. Durbin and
 * S. J. Koopman, Time Series Analysis by State Space Methods, 2012, chapter 2), whose variance is that of greatest
 * likelihood, with a weak prior that keeps it from 0. Relative to the reference there is no constant to estimate, so
 * the likelihood is the restricted one (REML).
 */
export function smoothLevel(observed: ObservedLevels): PriceLevel {
  const { reference, times, values } = observed;
  const covariance = regular(observed.covariance);
  const kernel = (a: number, b: number) => {
    const [one, other] = [a - reference, b - reference];
    return one * other > 0 ? Math.min(Math.abs(one), Math.abs(other)) : 0;
  };
  const shape = Matrix.zeros(times.length, times.length);
  for (const [i, a] of times.entries()) for (const [j, b] of times.entries()) shape.set(i, j, kernel(a, b));
  const y = Matrix.columnVector([...values]);
  const variancePerYear = mostLikely((variance) =>
    logLikelihood(Matrix.mul(shape, variance).add(covariance), y),
  );
  const factorized = new CholeskyDecomposition(Matrix.mul(shape, variancePerYear).add(covariance));
  const solved = times.length > 0 ? factorized.solve(y) : y;
  return {
    variancePerYear,
    combine(points) {
      const shared = times.map(
        (time) => variancePerYear * points.reduce((sum, [at, weight]) => sum + weight * kernel(at, time), 0),
      );
      const prior = points.reduce(
        (sum, [a, weight]) =>
          sum + points.reduce((inner, [b, other]) => inner + weight * other * kernel(a, b), 0),
        0,
      );
      if (times.length === 0) return { value: 0, variance: variancePerYear * prior };
      const column = Matrix.columnVector(shared);
      const known = column.dot(factorized.solve(column));
      return { value: column.dot(solved), variance: Math.max(0, variancePerYear * prior - known) };
    },
  };
}

/** Symmetric to the last bit, and not singular where all prices follow the model exactly. */
function regular(covariance: Matrix): Matrix {
  const half = Matrix.add(covariance, covariance.transpose()).mul(0.5);
  return half.add(Matrix.eye(half.rows).mul(1e-12));
}

function logLikelihood(covariance: Matrix, values: Matrix): number {
  if (values.rows === 0) return 0;
  const factorized = new CholeskyDecomposition(covariance);
  const logDeterminant = factorized.lowerTriangularMatrix
    .diagonal()
    .reduce((sum, pivot) => sum + 2 * Math.log(pivot), 0);
  return -(logDeterminant + values.dot(factorized.solve(values))) / 2;
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
