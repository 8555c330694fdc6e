/** The relations of two origins. */
export const originMatches = ['same', 'region', 'other', 'unknown'] as const;

/** The relations of two values of another trait. */
export const traitMatches = ['same', 'other', 'unknown'] as const;

/** The traits of a lot relative to the described stone; null for a trait that was not described. */
export interface Traits {
  carat: number;
  /** Years from its sale to the day to which prices are adjusted. */
  ageYears: number;
  origin: (typeof originMatches)[number] | null;
  treatment: (typeof traitMatches)[number] | null;
  auctionHouse: (typeof traitMatches)[number] | null;
}

/** The distance of a lot from the stone, by trait. */
export interface Distance {
  size: number;
  age: number;
  origin: number;
  treatment: number;
  auctionHouse: number;
}

/** The unit of distance, or the units of a difference: the weight of a lot halves with each unit. */
export const units = {
  /** The ratio of weights. */
  sizeRatio: 1.4,
  ageYears: 10,
  origin: { same: 0, region: 1, other: 2, unknown: 2 },
  treatment: { same: 0, other: 1, unknown: 1 },
  auctionHouse: { same: 0, other: 0.5, unknown: 0.5 },
} as const;

/** The distance of a lot from a stone of `carat`. */
export function distanceOf(carat: number, lot: Traits): Distance {
  return {
    size: Math.abs(Math.log(lot.carat / carat)) / Math.log(units.sizeRatio),
    age: lot.ageYears / units.ageYears,
    origin: lot.origin === null ? 0 : units.origin[lot.origin],
    treatment: lot.treatment === null ? 0 : units.treatment[lot.treatment],
    auctionHouse: lot.auctionHouse === null ? 0 : units.auctionHouse[lot.auctionHouse],
  };
}

/** 2 to the power of minus the sum of the distances: 1 for a lot that equals the stone in all traits. */
export function weightOf({ size, age, origin, treatment, auctionHouse }: Distance): number {
  return 2 ** -(size + age + origin + treatment + auctionHouse);
}
