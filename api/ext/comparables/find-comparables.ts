import { fold, origins, treatmentsMeant } from '../../../mappings/vocabulary/index.ts';
import { noValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf, cachedFigures, equals } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import { needsAmounts } from '../../statistics/prices.ts';
import type { PriceCounts } from '../../statistics/prices-meta.ts';
import {
  countBases,
  dayOf,
  daysPerYear,
  type LoadedLot,
  type LoadedLots,
  loadLots,
} from '../price-model/load-lots.ts';
import { modelOfLevel, saleOf } from '../price-model/price-model.ts';
import { pricedLots } from '../price-model/priced-lots.ts';
import { createAdjuster, type PriceAdjuster, type TraitValues } from '../regression/adjust-prices.ts';
import type { ComparablesParams } from './comparables-params.ts';
import {
  type Comparison,
  compareLots,
  distanceOf,
  type SoldLot,
  type Traits,
  weightOf,
} from './compare-lots.ts';
import {
  type Criteria,
  criteriaLevels,
  firstWith,
  lotsCompared,
  type StrictestTraits,
  widest,
} from './relaxations.ts';
import { minComparables } from './summarize-sales.ts';

/** The traits of a stone that need not be described. */
const traitNames = ['origin', 'treatment', 'auction_house'] as const;

type TraitName = (typeof traitNames)[number];

/** Everything described that a lot may lack. */
export const describedNames = [...traitNames, 'lab'] as const;

/** A described trait that the comparison dropped, or that the data do not know. */
export interface UnmatchedTrait {
  trait: (typeof describedNames)[number];
  value: string;
  /** The number of lots of the gem type that match it. */
  lots: number;
}

/** A lot beside the stone. */
interface NearLot extends SoldLot {
  lot: LoadedLot;
}

/** The lots most similar to a stone, most similar first, and how they were found. */
export interface FoundComparables {
  notMatched: UnmatchedTrait[];
  levels: (Criteria & { lots: number })[];
  /** The index of the level of these lots. */
  place: number;
  /** The comparables. */
  lots: NearLot[];
  comparison: Comparison;
  /** The lots among which they were found. */
  among: LoadedLots;
  /** The prices of the lots that meet the criteria, where a request chooses prices. */
  prices: PriceCounts | undefined;
}

/** The newest day of a sale in the data. */
export async function readNewestSale(search: SearchContext): Promise<string | undefined> {
  const { newest } = await search.aggregate<{ newest: { value_as_string?: string } }>({
    query: equals('is_sold', true),
    ...cachedFigures,
    aggs: { newest: { max: { field: 'auction_date' } } },
  });
  return newest.value_as_string;
}

/** The region of the stone's origin, where the vocabulary knows it. */
export function regionOf({ origin }: Pick<ComparablesParams, 'origin'>): string | null {
  return (origin && origins.term(origin[0]!)?.region) ?? null;
}

/** The lots that a stone is compared with: the filters of a request beside the stone and its laboratory. */
export const lotsOf = (params: ComparablesParams): FilterParams => {
  const { gem_name, is_synthetic, selection, object_type, date_from, flags, q } = params;
  return { gem_name, is_synthetic, selection, object_type, date_from, flags, q };
};

/** Finds the lots most similar to a stone and summarizes their prices. All work is done on the loaded lots. */
export async function findComparables(
  search: SearchContext,
  params: ComparablesParams,
  asOf: string,
): Promise<FoundComparables> {
  const { gem_name, is_synthetic, selection, lab } = params;
  const load = (filters: FilterParams) =>
    loadLots(search, pricedLots(allOf(pricedClauses(filters))), { basis: params.basis });
  const [all, among, ofLab] = await Promise.all([
    load({ gem_name, is_synthetic, selection }),
    // Whatever the day, so that all days share the lots.
    load({ ...lotsOf(params), date_from: undefined }),
    lab && load({ gem_name, is_synthetic, selection, lab }),
  ]);
  const isSold = ({ last_day }: LoadedLot) => last_day <= dayOf(asOf);
  const whole = all.lots.filter(isSold);
  const first = params.date_from ?? '';
  const pool = among.lots.filter((lot) => isSold(lot) && lot.auction_date >= first);
  const adjuster = await readAdjuster(search, params, whole);
  const labIds = ofLab && new Set(ofLab.lots.map(({ id }) => id));
  const matching = countMatches(params, matchersOf(params, labIds), { whole, pool });
  const stone = { ...params, ...unknownTraits(params, matching) };
  const criteria = criteriaLevels(strictestOf(matching));
  const matches = matchersOf(stone, labIds);
  const met = criteria.map((level) => pool.filter(meeting(matches, { stone, asOf }, level)));
  const priced = met.map((lots) => lots.filter(hasPrice));
  const counts = priced.map(({ length }) => length);
  const place = firstWith(counts, minComparables);
  const comparables = new Set(priced[place]!);
  const nearest = priced[firstWith(counts, lotsCompared)]!.map((lot) => {
    const traits = compareTraits(lot, matches, { stone, asOf });
    return { lot, traits, weight: weightOf(distanceOf(stone.carat, traits)) };
  })
    .sort(
      (a, b) =>
        Number(comparables.has(b.lot)) - Number(comparables.has(a.lot)) ||
        b.weight - a.weight ||
        dayOf(b.lot.auction_date) - dayOf(a.lot.auction_date) ||
        b.lot.id - a.lot.id,
    )
    .slice(0, lotsCompared)
    .map(
      ({ lot, traits }): NearLot => ({
        ...{ lot, traits, values: lot, sale: saleOf(lot), isComparable: comparables.has(lot) },
        // The middle of its month or year where the day is not known.
        soldAt: yearsOf(lot.auction_date) + halfOf[lot.auction_date_precision ?? 'day'],
        pricePerCarat: lot.price!,
      }),
    );
  const target = { carat: stone.carat, at: yearsOf(asOf), values: valuesOfStone(stone, matching) };
  return {
    notMatched: notMatched(params, criteria[place]!, matching),
    levels: criteria.map((level, i) => ({ ...level, lots: counts[i]! })),
    place,
    lots: nearest.filter(({ isComparable }) => isComparable),
    comparison: compareLots(target, nearest, adjuster),
    among,
    prices: needsAmounts(params)
      ? { ...countBases(priced[place]!), leftOut: met[place]!.length - counts[place]! }
      : undefined,
  };
}

/** Whether a lot has the chosen price. */
const hasPrice = ({ price }: LoadedLot) => price !== null && price > 0;

/** How many lots match a described trait: all of the gem type, and those near the stone under the widest other criteria. */
type Matches = Partial<
  Record<TraitName | 'region' | 'lab', { lots: number; near: number; most: string | null }>
>;

function countMatches(
  params: ComparablesParams,
  matchers: Matchers,
  { whole, pool }: Record<'whole' | 'pool', LoadedLot[]>,
): Matches {
  const near = pool.filter(ofSize(params, widest.sizeWindow));
  return Object.fromEntries(
    (Object.entries(matchers) as [keyof Matches, Matcher][]).map(([name, matcher]) => {
      const matching = whole.filter(matcher);
      const most = name === 'region' || name === 'lab' ? null : mostFrequent(matching, name);
      return [name, { lots: matching.length, near: near.filter(matcher).length, most }];
    }),
  );
}

/** The most frequent value of some lots; of equally frequent ones the first by name. */
function mostFrequent(lots: readonly LoadedLot[], name: TraitName): string | null {
  const [first] = [...Map.groupBy(lots, (lot) => lot[name])].sort(
    ([a, some], [b, others]) => others.length - some.length || (a! < b! ? -1 : 1),
  );
  return first?.[0] ?? null;
}

/** The described stone, and the day to which prices are adjusted. */
interface Target {
  stone: ComparablesParams;
  asOf: string;
}

type Matcher = (lot: LoadedLot) => boolean;

/** Whether a lot matches each known trait of the stone. */
type Matchers = Partial<Record<keyof Matches, Matcher>>;

function matchersOf(
  { origin, treatment, auction_house }: Pick<ComparablesParams, TraitName>,
  labIds: ReadonlySet<number> | undefined,
): Matchers {
  const region = regionOf({ origin });
  const inRegion = origins.terms.filter((term) => term.region === region).map(({ name }) => name);
  return {
    ...(origin && { origin: hasText('origin', origin) }),
    ...(region && { region: hasText('origin', inRegion) }),
    ...(treatment && { treatment: hasText('treatment', treatmentsMeant(treatment)) }),
    ...(auction_house && { auction_house: hasText('auction_house', auction_house) }),
    ...(labIds && { lab: ({ id }) => labIds.has(id) }),
  };
}

/** Whether a lot has one of some texts, ignoring case and accents; `none` is a lot without one. */
function hasText(name: TraitName, texts: readonly string[]): Matcher {
  const wanted = new Set(texts.filter((text) => text !== noValue).map(fold));
  const known = new Map([[null as string | null, texts.includes(noValue)]]);
  return ({ [name]: text }) => {
    if (!known.has(text)) known.set(text, wanted.has(fold(text!)));
    return known.get(text)!;
  };
}

const ofSize =
  ({ carat }: Pick<ComparablesParams, 'carat'>, window: number): Matcher =>
  (lot) =>
    lot.carat >= carat / (1 + window) && lot.carat <= carat * (1 + window);

/** Whether a lot meets criteria. */
function meeting(
  same: Matchers,
  { stone, asOf }: Target,
  { sizeWindow, years, origin, treatment, lab }: Criteria,
): Matcher {
  const first = years === null ? '' : yearsBefore(asOf, years);
  const wanted = [
    ofSize(stone, sizeWindow),
    ...(origin === 'any' ? [] : [origin === 'same' ? same.origin! : same.region!]),
    ...(treatment === 'any' ? [] : [same.treatment!]),
    ...(lab === 'any' ? [] : [same.lab!]),
  ];
  return (lot) => lot.auction_date >= first && wanted.every((matches) => matches(lot));
}

/** The same day some years earlier; February 28 for February 29. */
function yearsBefore(day: string, years: number): string {
  const year = String(Math.max(1, Number(day.slice(0, 4)) - years)).padStart(4, '0');
  const rest = day.slice(4);
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The described traits that no lot of the gem type has say nothing about a price, save an origin by its region. */
function unknownTraits(params: ComparablesParams, matching: Matches): Partial<ComparablesParams> {
  const isUseful = (name: TraitName) =>
    hasLots(name, matching) || (name === 'origin' && isEnough('region', matching));
  const names = traitNames.filter((name) => params[name] && !isUseful(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const hasLots = (name: keyof Matches, matching: Matches) => (matching[name]?.lots ?? 0) > 0;

const isEnough = (name: keyof Matches, matching: Matches) => (matching[name]?.near ?? 0) >= minComparables;

/** A trait that too few lots can match is not a criterion, so that no other criterion is relaxed for it. */
function strictestOf(matching: Matches): StrictestTraits {
  const hasRegion = isEnough('region', matching);
  return {
    hasRegion,
    origin: isEnough('origin', matching) ? 'same' : hasRegion ? 'region' : 'any',
    treatment: isEnough('treatment', matching) ? 'same' : 'any',
    lab: isEnough('lab', matching) ? 'same' : 'any',
  };
}

function notMatched(params: ComparablesParams, used: Criteria, matching: Matches): UnmatchedTrait[] {
  return describedNames.flatMap((trait) => {
    const value = params[trait]?.join(', ');
    const lots = matching[trait]?.lots ?? 0;
    const isDropped = lots === 0 || (trait !== 'auction_house' && used[trait] === 'any');
    return value !== undefined && isDropped ? [{ trait, value, lots }] : [];
  });
}

/**
 * The traits of the stone to which prices are adjusted, as records have them: those that lots of the gem type have. Of
 * several treatments that are meant it is the one of most lots.
 */
function valuesOfStone(
  { origin, treatment, auction_house }: ComparablesParams,
  matching: Matches,
): TraitValues {
  const known = ([name]: string[]) => (name === noValue ? null : name!);
  return {
    ...(origin && hasLots('origin', matching) && { origin: known(origin) }),
    ...(treatment && { treatment: matching.treatment?.most ?? null }),
    ...(auction_house && { auction_house: known(auction_house) }),
  };
}

/** A day in years since 1970. */
const yearsOf = (day: string) => dayOf(day) / daysPerYear;

/** Half of the period in which a lot was sold, in years, by the precision of its date. */
const halfOf = { day: 0, month: 1 / 24, year: 1 / 2 };

/** The traits of a lot, compared with the stone. */
function compareTraits(lot: LoadedLot, matches: Matchers, { stone, asOf }: Target): Traits {
  const match = (name: TraitName) => {
    if (stone[name] === undefined) return null;
    if (matches[name]!(lot)) return 'same';
    return lot[name] === null ? 'unknown' : 'other';
  };
  const origin = match('origin');
  return {
    carat: lot.carat,
    ageYears: (dayOf(asOf) - dayOf(lot.auction_date)) / daysPerYear,
    origin: origin !== 'same' && matches.region?.(lot) ? 'region' : origin,
    treatment: match('treatment'),
    auction_house: match('auction_house'),
  };
}

/**
 * The price adjuster from the sales of a gem type up to a day, at their chosen prices, of real or generated lots alone
 * where a request says so. It is memoized for each data version: all days between two sales share one.
 * @param sold those that were sold by the day; later days only add lots, so that their number tells which ones they are
 */
function readAdjuster(
  search: SearchContext,
  { gem_name, is_synthetic, selection, basis = 'published' }: ComparablesParams,
  sold: readonly LoadedLot[],
): Promise<PriceAdjuster> {
  const make = async () => {
    // In nominal dollars: prices are deflated after the adjustment, all by one factor.
    const { model, yearsOfPeriod } = modelOfLevel(sold.filter(hasPrice));
    return createAdjuster(model, (period) => yearsOf(period) + yearsOfPeriod / 2);
  };
  const key = JSON.stringify(['adjuster', gem_name, is_synthetic, selection, basis, sold.length]);
  return search.memo.derive(key, make, ({ bytes }) => bytes);
}
