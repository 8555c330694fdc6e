import { caratBands } from '../../../mappings/carat-bands.ts';
import { fold, treatmentsMeant } from '../../../mappings/vocabulary/index.ts';
import { isUntreated, untreated } from '../../../mappings/vocabulary/vocabulary.ts';
import { nameAsUnderstood } from '../../parameters/names.ts';
import { allOf, type Clause, cachedFigures, type SearchBody } from '../../search/clauses.ts';
import type { Aggregation } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { type Period, within } from '../../statistics/periods.ts';
import type { PriceChoice } from '../price-model/choice.ts';
import { type PeriodMedian, periodsOf } from '../price-model/period-medians.ts';
import { pricedLots } from '../price-model/priced-lots.ts';
import { readPriceModel } from '../price-model/read-price-model.ts';
import { type HedonicModel, kinds, type Trait } from '../regression/hedonic-index.ts';
import { minLots } from '../regression/pool-categories.ts';
import type { PremiaParams } from './premia-params.ts';
import {
  type LotsByClass,
  type Refusal,
  type TraitEffect,
  traitEffectOf,
  type ValueLots,
} from './trait-effect.ts';

/** A value of a trait and its lots in the regression. */
interface ValueCount {
  value: string;
  lots: number;
}

/** The regression over some lots, and the values of a trait in it. */
export interface ComparedTrait {
  /** Undefined where there are too few lots. */
  model: HedonicModel | undefined;
  reference: ValueCount | undefined;
  /** Named values without a category of their own. */
  rare: ValueCount[];
  /** Lots whose value is not known. */
  unknownLots: number;
  /** The other values that have a category of their own. */
  values: { value: string; lots: number; sales: number | undefined; effect: TraitEffect | Refusal }[];
}

/** The lots whose trait effects are read. */
export interface TraitLots {
  query: Clause;
  trait: Trait;
  choice: PriceChoice;
  /** The requested reference, or the one of all periods together. */
  reference: string | undefined;
  /** The periods of the lots. */
  periods: readonly PeriodMedian[];
}

/** Compares the values of a trait with the reference, by a regression over the lots of a query. */
export async function readTraitEffects(search: SearchContext, lots: TraitLots): Promise<ComparedTrait> {
  const { query, trait, choice, reference } = lots;
  const traits = kinds.includes(trait as never) ? undefined : [...kinds, trait];
  const model = await readPriceModel(search, query, 'year', { choice, traits });
  if (!model) {
    return { model, reference: referenceOf([], reference), rare: [], unknownLots: 0, values: [] };
  }
  const { categories, pooled } = model.poolings[trait]!;
  const [known, rare] = [namedAmong(categories), namedAmong(pooled)];
  const named = [...known, ...rare];
  const chosen = referenceOf(named, reference);
  const lotsOf = await readSpreads(search, lots, known);
  const others = known.filter(({ value }) => value !== chosen?.value);
  return {
    model,
    reference: chosen,
    rare,
    unknownLots: model.fit.n - lotsIn(named),
    values: others.map(({ value, lots }) => ({
      ...{ value, lots, sales: model.salesWith(trait, value) },
      effect: traitEffectOf(model, trait, { value, reference: chosen?.value }, (name) => lotsOf.get(name)),
    })),
  };
}

/** The values among categories: neither the unknown one nor the pool. */
const namedAmong = (categories: readonly { name: string | null; lots: number }[]): ValueCount[] =>
  categories.flatMap(({ name, lots }) => (name === null ? [] : [{ value: name, lots }]));

/** The lots of some values. */
export const lotsIn = (values: readonly ValueCount[]): number =>
  values.reduce((sum, { lots }) => sum + lots, 0);

/** The requested reference as records spell it, or the value with the most lots. */
function referenceOf(known: readonly ValueCount[], requested: string | undefined) {
  if (requested === undefined) return known[0];
  const meant = treatmentsMeant([requested]).map(fold);
  const found = known.find(({ value }) => meant.includes(fold(value)));
  return found ?? { value: requested, lots: 0 };
}

/** The lots of each value by weight and year, among those of the regression. */
async function readSpreads(
  search: SearchContext,
  { query, trait, choice, periods }: TraitLots,
  known: readonly ValueCount[],
) {
  if (known.length === 0) return new Map<string, never>();
  const thin = periods.filter(({ n }) => n < minLots);
  const days = thin.map(({ start }) => within(start, `${Number(start.slice(0, 4)) + 1}-01-01`));
  const lots = { bool: { filter: [pricedLots(query, 'year', choice)], must_not: days } };
  const values = known.map(({ value }) => value);
  return readValueSpread(await search.aggregate(valueSpreadBody(lots, trait, values)));
}

/** The canonical name of a requested reference. */
export function referenceName({ trait, reference }: PremiaParams): string | undefined {
  if (reference === undefined || trait === 'price_basis') return reference;
  const name = nameAsUnderstood(trait, reference) ?? reference;
  const isClass = trait === 'treatment' && isUntreated(name) && !reference.startsWith('"');
  return isClass ? untreated : name;
}

/** A decade or a year that has lots. */
interface Stretch extends Period {
  periods: PeriodMedian[];
}

/** The decades or years with lots, oldest first. */
export function stretchesOf(interval: 'decade' | 'year', years: readonly PeriodMedian[]): Stretch[] {
  const length = interval === 'decade' ? 10 : 1;
  const firstOf = ({ start }: PeriodMedian) => {
    const year = Number(start.slice(0, 4));
    return year - (year % length);
  };
  return [...Map.groupBy(years, firstOf)].map(([first, periods]) => ({
    name: interval === 'decade' ? `${first}s` : String(first),
    start: `${first}-01-01`,
    end: `${first + length}-01-01`,
    periods,
  }));
}

/** The lots within a decade or a year. */
export const lotsWithin = (lots: TraitLots, { start, end, periods }: Stretch): TraitLots => ({
  ...lots,
  query: allOf([lots.query, within(start, end)]),
  periods,
});

/** The lots of some values of a trait by size class and by year. */
function valueSpreadBody(lots: Clause, trait: Trait, values: readonly string[]): SearchBody {
  const bands = caratBands.map(({ name, from, below }) => ({
    ...{ key: name, from },
    ...(Number.isFinite(below) && { to: below }),
  }));
  const terms = {
    ...{ field: trait, include: [...values], size: values.length },
    ...(trait === 'price_basis' && { missing: 'unknown' }),
  };
  const aggs = { weight: { range: { field: 'carat', ranges: bands } }, period: periodsOf('year') };
  return {
    query: lots,
    ...cachedFigures,
    aggs: { values: { terms, aggs } as Aggregation },
  };
}

/** The search response to `valueSpreadBody`. */
interface ValueSpread {
  values: { buckets: { key: string; weight: Classes; period: Classes }[] };
}

interface Classes {
  buckets: { key: string | number; doc_count: number }[];
}

/** The lots of each value that has some. */
function readValueSpread({ values }: ValueSpread): Map<string, ValueLots> {
  const countsOf = ({ buckets }: Classes): LotsByClass =>
    new Map(buckets.map(({ key, doc_count }) => [String(key), doc_count]));
  return new Map(
    values.buckets.map(({ key, weight, period }) => [
      key,
      { byWeight: countsOf(weight), byPeriod: countsOf(period) },
    ]),
  );
}
