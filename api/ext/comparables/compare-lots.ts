import type { PriceAdjuster, PriceChange, TraitValues } from '../regression/adjust-prices.ts';
import { type Kind, ofKinds } from '../regression/hedonic-index.ts';
import { sumOf } from '../regression/sparse.ts';
import { type ComparedPrice, summarizeSales, type Valuation } from './summarize-sales.ts';

/** A sold lot to compare with the stone. */
export interface SoldLot {
  traits: Traits;
  values: Record<Kind, string | null>;
  /** When it was sold, in years. */
  soldAt: number;
  /** Names its sale. */
  sale: string;
  pricePerCarat: number;
  /** Whether it is one of the comparables; the others only show how far such figures miss. */
  isComparable: boolean;
}

/** The stone, and the time to which prices are adjusted, in years. */
interface Target {
  carat: number;
  at: number;
  /** The traits by which it is described. */
  values: TraitValues;
}

/** A lot, compared with the stone. */
export interface ComparedLot {
  distance: Distance;
  weight: number;
  /** The factor that adjusts its price to the time of the target; null without a model. */
  timeFactor: number | null;
  /** The factor that adjusts its price to the size of the stone; null where the elasticity is unknown. */
  sizeFactor: number | null;
  /** The factors that adjust its price to the origin, treatment and house of the stone; null where one is unknown. */
  traitFactors: Record<Kind, number | null>;
  adjustedPrice: number;
}

/** The compared lots, and the summary of their prices. */
export interface Comparison extends Valuation {
  /** The comparables. */
  lots: ComparedLot[];
  /** The number of lots that show how far figures miss. */
  rangeLots: number;
  /** Standard error of the mean adjustment, in logarithms: the error that all adjusted prices share. */
  sharedError: number;
}

/** The changes of a lot's price by the model; undefined where it cannot estimate them. */
interface Changes {
  time: number | undefined;
  size: PriceChange | undefined;
  traits: Record<Kind, PriceChange | undefined>;
}

/** Compares lots with a stone, in order. */
export function compareLots(target: Target, lots: readonly SoldLot[], adjuster: PriceAdjuster): Comparison {
  const all = lots.map((lot) => {
    const changes = changesOf(lot, target, adjuster);
    return { lot, changes, compared: compareLot(lot, target, changes) };
  });
  const comparables = all.filter(({ lot }) => lot.isComparable);
  const mean = meanAdjustment(target, comparables);
  const sharedError = mean ? adjuster.errorOf(mean.levels, mean.others) : 0;
  const rangeLots = all.map((one) => evidenceOf(one, adjuster));
  const { withinSale } = adjuster;
  return {
    lots: comparables.map((one) => one.compared),
    rangeLots: rangeLots.length,
    sharedError,
    ...summarizeSales(rangeLots, { sharedError, withinSale }),
  };
}

interface Compared {
  lot: SoldLot;
  changes: Changes;
  compared: ComparedLot;
}

function evidenceOf({ lot, compared }: Compared, adjuster: PriceAdjuster): ComparedPrice {
  const { carat } = lot.traits;
  const expected = adjuster.expected({ carat, soldAt: lot.soldAt, values: lot.values });
  return {
    value: Math.log(compared.adjustedPrice),
    residual: expected === undefined ? undefined : Math.log(lot.pricePerCarat) - expected,
    weight: compared.weight,
    sale: lot.sale,
    isComparable: lot.isComparable,
  };
}

function changesOf({ traits, values, soldAt }: SoldLot, target: Target, adjuster: PriceAdjuster): Changes {
  return {
    time: adjuster.inTime(soldAt, target.at),
    size: adjuster.inSize(traits.carat, target.carat),
    traits: ofKinds((kind) => {
      const wanted = target.values[kind];
      return wanted === undefined ? undefined : adjuster.inTrait(kind, values[kind], wanted);
    }),
  };
}

function compareLot({ traits, pricePerCarat }: SoldLot, { carat }: Target, changes: Changes): ComparedLot {
  const factorOf = (value: number | undefined) => (value === undefined ? null : Math.exp(value));
  const distance = distanceOf(carat, traits);
  const timeFactor = factorOf(changes.time);
  const sizeFactor = factorOf(changes.size?.value);
  const traitFactors = ofKinds((kind) => factorOf(changes.traits[kind]?.value));
  const factors = [timeFactor, sizeFactor, ...Object.values(traitFactors)];
  const adjustedPrice = factors.reduce<number>((price, factor) => price * (factor ?? 1), pricePerCarat);
  return { distance, weight: weightOf(distance), timeFactor, sizeFactor, traitFactors, adjustedPrice };
}

/** The weighted mean of all changes: those in time as weights of levels, and the others. Undefined without lots. */
function meanAdjustment(target: Target, lots: readonly Compared[]) {
  const whole = lots.reduce((sum, { compared }) => sum + compared.weight, 0);
  if (whole === 0) return undefined;
  const shareOf = ({ compared }: Compared) => compared.weight / whole;
  const levels = lots.map(
    (one) => [one.lot.soldAt, one.changes.time === undefined ? 0 : -shareOf(one)] as const,
  );
  const adjusted = levels.reduce((sum, [, weight]) => sum - weight, 0);
  const others = lots.flatMap((one) =>
    [one.changes.size, ...Object.values(one.changes.traits)].flatMap((change) =>
      change ? [{ contrast: change.contrast, times: shareOf(one) }] : [],
    ),
  );
  return {
    levels: [...levels, [target.at, adjusted] as const],
    others: sumOf(
      others.map(({ contrast }) => contrast),
      others.map(({ times }) => times),
    ),
  };
}

/** The traits of a lot relative to the described stone; null for a trait that was not described. */
export interface Traits {
  carat: number;
  /** Years from its sale to the day to which prices are adjusted. */
  ageYears: number;
  origin: 'same' | 'region' | 'other' | 'unknown' | null;
  treatment: 'same' | 'other' | 'unknown' | null;
  auction_house: 'same' | 'other' | 'unknown' | null;
}

/** The distance of a lot from the stone, by trait. */
interface Distance {
  size: number;
  age: number;
  origin: number;
  treatment: number;
  auction_house: number;
}

/** The unit of distance, or the units of a difference: the weight of a lot halves with each unit. */
const units = {
  /** The ratio of weights. */
  sizeRatio: 1.4,
  ageYears: 10,
  origin: { same: 0, region: 1, other: 2, unknown: 2 },
  treatment: { same: 0, other: 1, unknown: 1 },
  auction_house: { same: 0, other: 0.5, unknown: 0.5 },
} as const;

/** The distance of a lot from a stone of `carat`. */
export function distanceOf(carat: number, lot: Traits): Distance {
  return {
    size: Math.abs(Math.log(lot.carat / carat)) / Math.log(units.sizeRatio),
    age: lot.ageYears / units.ageYears,
    origin: lot.origin === null ? 0 : units.origin[lot.origin],
    treatment: lot.treatment === null ? 0 : units.treatment[lot.treatment],
    auction_house: lot.auction_house === null ? 0 : units.auction_house[lot.auction_house],
  };
}

/** 2 to the power of minus the sum of the distances: 1 for a lot that equals the stone in all traits. */
export const weightOf = (distance: Distance): number =>
  2 ** -Object.values(distance).reduce((sum, part) => sum + part, 0);
