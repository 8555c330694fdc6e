import { type PriceAdjuster, type PriceChange, sumOf } from './adjust-prices.ts';
import { type SalesSummary, summarizeSales } from './summarize-sales.ts';
import { effectiveCount } from './weighted-quantiles.ts';

/** A sold lot to compare with the stone. */
export interface SoldLot {
  traits: Traits;
  /** When it was sold, in years. */
  soldAt: number;
  pricePerCarat: number;
}

/** The stone, and the time to which prices are adjusted, in years. */
export interface Target {
  carat: number;
  at: number;
}

/** A lot, compared with the stone. */
export interface ComparedLot {
  distance: Distance;
  weight: number;
  /** The factor that adjusts its price to the time of the target; null without a model. */
  timeFactor: number | null;
  /** The standard error of its logarithm. */
  timeError: number | null;
  /** The same for the stone's size. */
  sizeFactor: number | null;
  adjustedPrice: number;
}

/** The compared lots, and the summary of their prices. */
export interface Comparison {
  lots: ComparedLot[];
  effectiveLots: number;
  /** Share of the weight with prices adjusted to the time of the target, or sold within a year before. */
  adjustedShare: number;
  /** Standard error of the mean adjustment, in logarithms: the error that all adjusted prices share. */
  sharedError: number;
  summary: SalesSummary | undefined;
}

/** The changes of a lot's price by the model; undefined where it cannot estimate them. */
interface Changes {
  time: ReturnType<PriceAdjuster['inTime']>;
  size: PriceChange | undefined;
}

/** Compares lots with a stone, in order. */
export function compareLots(target: Target, lots: readonly SoldLot[], adjuster: PriceAdjuster): Comparison {
  const changes = lots.map((lot) => changesOf(lot, target, adjuster));
  const compared = lots.map((lot, i) => compareLot(lot, target, changes[i]!));
  const whole = weightOfAll(compared);
  const sharedError = sharedErrorOf(target, lots, changes, compared, adjuster);
  return {
    lots: compared,
    effectiveLots: effectiveCount(compared.map(({ weight }) => weight)),
    adjustedShare:
      whole > 0 ? weightOfAll(compared.filter((_, i) => isOfTime(lots[i]!, changes[i]!))) / whole : 0,
    sharedError,
    summary: summarizeSales(
      compared.map(({ adjustedPrice, weight }) => ({ value: Math.log(adjustedPrice), weight })),
      sharedError,
    ),
  };
}

const weightOfAll = (lots: readonly ComparedLot[]) => lots.reduce((sum, { weight }) => sum + weight, 0);

/** Whether its price counts as one of the time of the target. */
const isOfTime = ({ traits }: SoldLot, { time }: Changes) => time !== undefined || traits.ageYears <= 1;

function changesOf({ traits, soldAt }: SoldLot, target: Target, adjuster: PriceAdjuster): Changes {
  return {
    time: adjuster.inTime(soldAt, target.at),
    size: adjuster.inSize(traits.carat, target.carat),
  };
}

function compareLot({ traits, pricePerCarat }: SoldLot, { carat }: Target, { time, size }: Changes) {
  const distance = distanceOf(carat, traits);
  const timeFactor = time ? Math.exp(time.value) : null;
  const sizeFactor = size ? Math.exp(size.value) : null;
  const adjustedPrice = pricePerCarat * (timeFactor ?? 1) * (sizeFactor ?? 1);
  const timeError = time?.error ?? null;
  return { distance, weight: weightOf(distance), timeFactor, timeError, sizeFactor, adjustedPrice };
}

/** The standard error of the weighted mean of all changes. */
function sharedErrorOf(
  target: Target,
  lots: readonly SoldLot[],
  changes: readonly Changes[],
  compared: readonly ComparedLot[],
  adjuster: PriceAdjuster,
): number {
  const whole = weightOfAll(compared);
  const shareOf = (i: number) => compared[i]!.weight / whole;
  const levels = lots.map(
    ({ soldAt }, i) => [soldAt, changes[i]!.time === undefined ? 0 : -shareOf(i)] as const,
  );
  const adjusted = levels.reduce((sum, [, weight]) => sum - weight, 0);
  const size = changes.flatMap(({ size }, i) =>
    size ? [{ contrast: size.contrast, times: shareOf(i) }] : [],
  );
  return whole > 0 ? adjuster.errorOf([...levels, [target.at, adjusted]], sumOf(size)) : 0;
}

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
