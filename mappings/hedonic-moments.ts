/** The product x^`x` · y^`y` of one record. */
export interface Powers {
  x: number;
  y: number;
}

/**
 * The computed fields for regressions of y = ln(price per carat) on x = ln(carat): products whose sums over any set of
 * records are all that least squares on 1, x and x² needs, and a line with errors that allow for unequal variances.
 * Elasticsearch then fits each cell of a partition by one aggregation, and no record is fetched.
 *
 * `sum` and `sum_of_squares` of these give Σx^k for k ≤ 4, Σx^k·y for k ≤ 3 and Σx^k·y² for k ≤ 2. `hedonicSum` names
 * the field and the sum to read.
 */
export const weightMoments = {
  x: { x: 1, y: 0 },
  x3: { x: 3, y: 0 },
  x4: { x: 4, y: 0 },
} as const satisfies Record<string, Powers>;

/** Those of a price. */
export const priceMoments = {
  y: { x: 0, y: 1 },
  xy: { x: 1, y: 1 },
  x2y: { x: 2, y: 1 },
  x3y: { x: 3, y: 1 },
  xy2: { x: 1, y: 2 },
} as const satisfies Record<string, Powers>;

const hedonicMoments = { ...weightMoments, ...priceMoments };

export type HedonicMoment = keyof typeof hedonicMoments;
export type PriceMoment = keyof typeof priceMoments;

export const hedonicMomentNames = Object.keys(hedonicMoments) as HedonicMoment[];
export const priceMomentNames = Object.keys(priceMoments) as PriceMoment[];

/** Prices other than the published one in nominal dollars; real ones are in dollars of 1982–84. */
export const otherPrices = ['hammer', 'premium', 'real_published', 'real_hammer', 'real_premium'] as const;

export type OtherPrice = (typeof otherPrices)[number];

/** A computed field of the moments. */
export type HedonicField = `hedonic.${HedonicMoment}` | `hedonic_of.${OtherPrice}.${PriceMoment}`;

/** The moments of a record. */
export interface HedonicFields {
  /** Of its weight, and of its published price where that is known. */
  hedonic: Record<keyof typeof weightMoments, number> & Partial<Record<PriceMoment, number>>;
  /** Of its other prices that are known. */
  hedonic_of?: Partial<Record<OtherPrice, Record<PriceMoment, number>>>;
}

/**
 * The source of the sum of x^`x` · y^`y` over records: a moment, and the member of its `extended_stats`.
 * @returns undefined for powers that are not computed
 */
export function hedonicSum(powers: Powers) {
  for (const [sum, factor] of [
    ['sum', 1],
    ['sum_of_squares', 2],
  ] as const) {
    const moment = hedonicMomentNames.find(
      (name) => hedonicMoments[name].x * factor === powers.x && hedonicMoments[name].y * factor === powers.y,
    );
    if (moment) return { moment, sum };
  }
  return undefined;
}

/** The field of a moment, of the published price or another one. */
export function hedonicField(moment: HedonicMoment, price: 'published' | OtherPrice): HedonicField {
  if (price === 'published' || moment in weightMoments) return `hedonic.${moment}`;
  return `hedonic_of.${price}.${moment as PriceMoment}`;
}
