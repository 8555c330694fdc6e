import type { AuctionRecord } from './record.ts';

/** The product x^`x` · y^`y` of one record. */
export interface Powers {
  x: number;
  y: number;
}

/**
 * The computed fields for a hedonic regression, of y = ln(price per carat) on x = ln(carat): products whose sums over
 * any set of records are all that ordinary least squares needs, on 1, x and x², with standard errors that allow for
 * unequal variances. Elasticsearch then fits each cell of a partition by one aggregation, and no record is fetched.
 *
 * `sum` and `sum_of_squares` of these give Σx^k for k ≤ 8, Σx^k·y for k ≤ 6 and Σx^k·y² for k ≤ 4; n is `value_count`
 * of any of them. `hedonicSum` names the field and the sum to read.
 */
export const hedonicMoments = {
  x: { x: 1, y: 0 },
  x3: { x: 3, y: 0 },
  x4: { x: 4, y: 0 },
  x5: { x: 5, y: 0 },
  x7: { x: 7, y: 0 },
  y: { x: 0, y: 1 },
  xy: { x: 1, y: 1 },
  x2y: { x: 2, y: 1 },
  x3y: { x: 3, y: 1 },
  x4y: { x: 4, y: 1 },
  x5y: { x: 5, y: 1 },
  x6y: { x: 6, y: 1 },
  xy2: { x: 1, y: 2 },
  x3y2: { x: 3, y: 2 },
} as const satisfies Record<string, Powers>;

export type HedonicMoment = keyof typeof hedonicMoments;

export const hedonicMomentNames = Object.keys(hedonicMoments) as HedonicMoment[];

const highest = {
  x: Math.max(...hedonicMomentNames.map((name) => hedonicMoments[name].x)),
  y: Math.max(...hedonicMomentNames.map((name) => hedonicMoments[name].y)),
};

/**
 * The moments of a record, or undefined where a regression cannot use it: it needs a dated sale at a price per
 * carat above 0, as published, of a single stone.
 */
export function hedonicMomentsOf(record: AuctionRecord): Record<HedonicMoment, number> | undefined {
  const { carat, price_per_carat_usd: price, is_sold, auction_date, flags } = record;
  if (!is_sold || auction_date === null || flags.includes('MULTI_STONE')) return undefined;
  if (carat === null || price === null || price <= 0) return undefined;
  const xs = powersOf(Math.log(carat), highest.x);
  const ys = powersOf(Math.log(price), highest.y);
  const moments = {} as Record<HedonicMoment, number>;
  for (const name of hedonicMomentNames)
    moments[name] = xs[hedonicMoments[name].x]! * ys[hedonicMoments[name].y]!;
  return moments;
}

/** 1, base, base², … to the highest power that is needed. */
function powersOf(base: number, highest: number): number[] {
  const powers = [1];
  for (let k = 1; k <= highest; k++) powers.push(powers[k - 1]! * base);
  return powers;
}

/**
 * The source of the sum of x^`x` · y^`y` over records: the field, and the member of its `extended_stats`.
 * @returns undefined for powers that are not computed
 */
export function hedonicSum(
  powers: Powers,
): { field: `hedonic.${HedonicMoment}`; sum: 'sum' | 'sum_of_squares' } | undefined {
  for (const [sum, factor] of [
    ['sum', 1],
    ['sum_of_squares', 2],
  ] as const) {
    const name = hedonicMomentNames.find(
      (moment) =>
        hedonicMoments[moment].x * factor === powers.x && hedonicMoments[moment].y * factor === powers.y,
    );
    if (name) return { field: `hedonic.${name}`, sum };
  }
  return undefined;
}
