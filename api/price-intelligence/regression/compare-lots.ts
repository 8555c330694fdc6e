import { type PriceAdjuster, type PriceChange, sumOf } from './adjust-prices.ts';
import { errorOf } from './interval.ts';
import { type Distance, distanceOf, type Traits, weightOf } from './likeness.ts';
import { type SalesSummary, summarizeSales } from './summarize-sales.ts';
import { effectiveCount } from './weighted-quantiles.ts';

/** A sold lot to compare with the stone. */
export interface SoldLot {
  traits: Traits;
  /** First day of the period of its sale. */
  period: string;
  pricePerCarat: number;
}

/** The stone, and the first day of the period to which prices are adjusted. */
export interface Target {
  carat: number;
  period: string;
}

/** A lot, compared with the stone. */
export interface ComparedLot {
  distance: Distance;
  weight: number;
  /** The factor that adjusts its price to the period; null where the model cannot estimate it. */
  timeFactor: number | null;
  /** The same for the stone's size. */
  sizeFactor: number | null;
  adjustedPrice: number;
}

/** The compared lots, and the summary of their prices. */
export interface Comparison {
  lots: ComparedLot[];
  effectiveLots: number;
  /** Share of the weight with prices adjusted to the period. */
  adjustedShare: number;
  /** Standard error of the mean adjustment, in logarithms: the error that all adjusted prices share. */
  sharedError: number;
  summary: SalesSummary | undefined;
}

/** The changes of a lot's price by the model; undefined where it cannot estimate them. */
interface Changes {
  time: PriceChange | undefined;
  size: PriceChange | undefined;
}

/** Compares lots with a stone, in order. */
export function compareLots(target: Target, lots: readonly SoldLot[], adjuster: PriceAdjuster): Comparison {
  const changes = lots.map((lot) => changesOf(lot, target, adjuster));
  const compared = lots.map((lot, i) => compareLot(lot, target, changes[i]!));
  const whole = weightOfAll(compared);
  const sharedError = sharedErrorOf(changes, compared, adjuster);
  return {
    lots: compared,
    effectiveLots: effectiveCount(compared.map(({ weight }) => weight)),
    adjustedShare:
      whole > 0 ? weightOfAll(compared.filter(({ timeFactor }) => timeFactor !== null)) / whole : 0,
    sharedError,
    summary: summarizeSales(
      compared.map(({ adjustedPrice, weight }) => ({ value: Math.log(adjustedPrice), weight })),
      sharedError,
    ),
  };
}

const weightOfAll = (lots: readonly ComparedLot[]) => lots.reduce((sum, { weight }) => sum + weight, 0);

const none: PriceChange = { value: 0, contrast: [] };

function changesOf({ traits, period }: SoldLot, target: Target, adjuster: PriceAdjuster): Changes {
  return {
    // A price of the same period needs no adjustment.
    time: period === target.period ? none : adjuster.inTime(period, target.period),
    size: adjuster.inSize(traits.carat, target.carat),
  };
}

function compareLot({ traits, pricePerCarat }: SoldLot, { carat }: Target, { time, size }: Changes) {
  const distance = distanceOf(carat, traits);
  const timeFactor = time ? Math.exp(time.value) : null;
  const sizeFactor = size ? Math.exp(size.value) : null;
  const adjustedPrice = pricePerCarat * (timeFactor ?? 1) * (sizeFactor ?? 1);
  return { distance, weight: weightOf(distance), timeFactor, sizeFactor, adjustedPrice };
}

/** The standard error of the weighted mean of all changes. */
function sharedErrorOf(
  changes: readonly Changes[],
  lots: readonly ComparedLot[],
  adjuster: PriceAdjuster,
): number {
  const whole = weightOfAll(lots);
  const parts = changes.flatMap(({ time = none, size = none }, i) =>
    [time, size].map(({ contrast }) => ({ contrast, times: lots[i]!.weight / whole })),
  );
  const estimate = adjuster.estimate(sumOf(parts));
  return estimate ? errorOf(estimate) : 0;
}
