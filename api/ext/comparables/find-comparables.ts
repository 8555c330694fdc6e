import { fold, origins, treatmentsMeant } from '../../../mappings/vocabulary/index.ts';
import { noValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf, cachedFigures, equals } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import { needsAmounts } from '../../statistics/prices.ts';
import type { PriceCounts } from '../../statistics/prices-meta.ts';
import { traitsOf } from '../price-model/choose-lots.ts';
import { dayOf, daysPerYear, loadLots, nameOfDay, type SoldLots, textAt } from '../price-model/load-lots.ts';
import { modelOfLevel } from '../price-model/price-model.ts';
import { createAdjuster, type PriceAdjuster, type TraitValues } from '../regression/adjust-prices.ts';
import type { TextColumn } from '../regression/hedonic-index.ts';
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
export const traitNames = ['origin', 'treatment', 'auction_house'] as const;

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
  id: number;
  day: number;
  isSynthetic: boolean;
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
  /** The lots among which they were found, and the lots of the data: more where these are a sample. */
  among: Pick<SoldLots, 'n' | 'of'>;
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
    loadLots(search, allOf(pricedClauses(filters)), { basis: params.basis });
  const [all, lots, ofLab] = await Promise.all([
    load({ gem_name, is_synthetic, selection }),
    // Whatever the day, so that all days share the lots.
    load({ ...lotsOf(params), date_from: undefined }),
    lab && load({ gem_name, is_synthetic, selection, lab }),
  ]);
  const whole = poolOf(all, {}, asOf);
  const pool = poolOf(lots, params, asOf);
  const adjuster = await readAdjuster(search, params, all, whole);
  const labIds = ofLab && new Set(ofLab.id);
  const matching = countMatches(params, { all, lots, whole, pool, labIds });
  const stone = { ...params, ...unknownTraits(params, matching) };
  const criteria = criteriaLevels(strictestOf(matching));
  const matches = matchersOf(lots, stone, labIds);
  const met = criteria.map((level) => pool.filter(meeting(lots, matches, { stone, asOf }, level)));
  const hasPrice = (row: number) => lots.perCarat[params.basis ?? 'published'][row]! > 0;
  const priced = met.map((rows) => rows.filter(hasPrice));
  const counts = priced.map(({ length }) => length);
  const place = firstWith(counts, minComparables);
  const comparables = new Set(priced[place]!);
  const nearest = priced[firstWith(counts, lotsCompared)]!.map((row) =>
    nearLot(lots, row, matches, { stone, asOf }, comparables.has(row)),
  )
    .map((lot) => ({ lot, weight: weightOf(distanceOf(stone.carat, lot.traits)) }))
    .sort(
      (a, b) =>
        Number(b.lot.isComparable) - Number(a.lot.isComparable) ||
        b.weight - a.weight ||
        b.lot.day - a.lot.day ||
        b.lot.id - a.lot.id,
    )
    .slice(0, lotsCompared)
    .map(({ lot }) => lot);
  const target = { carat: stone.carat, at: yearsOf(asOf), values: valuesOfStone(stone, matching) };
  return {
    notMatched: notMatched(params, criteria[place]!, matching),
    levels: criteria.map((level, i) => ({ ...level, lots: counts[i]! })),
    place,
    lots: nearest.filter(({ isComparable }) => isComparable),
    comparison: compareLots(target, nearest, adjuster),
    among: lots,
    prices: needsAmounts(params)
      ? { ...basesOf(lots, priced[place]!), leftOut: met[place]!.length - counts[place]! }
      : undefined,
  };
}

/** The lots with a published price that were certainly sold by a day. */
const poolOf = (
  lots: SoldLots,
  { date_from }: Pick<ComparablesParams, 'date_from'>,
  asOf: string,
): number[] => {
  const first = date_from ? dayOf(date_from) : -Infinity;
  const last = dayOf(asOf);
  return rowsWhere(
    lots,
    (row) => lots.lastDay[row]! <= last && lots.day[row]! >= first && lots.perCarat.published[row]! > 0,
  );
};

/** The lots that meet a condition. */
function rowsWhere({ n }: SoldLots, isWanted: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < n; row++) if (isWanted(row)) rows.push(row);
  return rows;
}

/** How many lots match a described trait: all of the gem type, and those near the stone under the widest other criteria. */
type Matches = Partial<
  Record<TraitName | 'region' | 'lab', { lots: number; near: number; most: string | null }>
>;

function countMatches(
  params: ComparablesParams,
  lotsOf: {
    all: SoldLots;
    lots: SoldLots;
    whole: number[];
    pool: number[];
    labIds: ReadonlySet<number> | undefined;
  },
): Matches {
  const { all, lots, whole, pool, labIds } = lotsOf;
  const near = pool.filter(ofSize(lots, params, widest.sizeWindow));
  const [ofAll, ofNear] = [matchersOf(all, params, labIds), matchersOf(lots, params, labIds)];
  return Object.fromEntries(
    (Object.keys(ofAll) as (keyof Matches)[]).map((name) => {
      const matching = whole.filter(ofAll[name]!);
      const most = name === 'region' || name === 'lab' ? null : mostFrequent(all[name], matching);
      return [name, { lots: matching.length, near: near.filter(ofNear[name]!).length, most }];
    }),
  );
}

/** The most frequent text of some lots; of equally frequent ones the first by name. */
function mostFrequent(column: TextColumn, rows: readonly number[]): string | null {
  const [first] = [...Map.groupBy(rows, (row) => column.codes[row]!)].sort(
    ([a, some], [b, others]) => others.length - some.length || (column.names[a]! < column.names[b]! ? -1 : 1),
  );
  return first ? column.names[first[0]]! : null;
}

/** The described stone, and the day to which prices are adjusted. */
interface Target {
  stone: ComparablesParams;
  asOf: string;
}

/** Whether a lot matches each known trait of the stone. */
type Matchers = Partial<Record<keyof Matches, (row: number) => boolean>>;

function matchersOf(
  lots: SoldLots,
  { origin, treatment, auction_house }: Pick<ComparablesParams, TraitName>,
  labIds: ReadonlySet<number> | undefined,
): Matchers {
  const region = regionOf({ origin });
  const inRegion = origins.terms.filter((term) => term.region === region).map(({ name }) => name);
  return {
    ...(origin && { origin: hasText(lots.origin, origin) }),
    ...(region && { region: hasText(lots.origin, inRegion) }),
    ...(treatment && { treatment: hasText(lots.treatment, treatmentsMeant(treatment)) }),
    ...(auction_house && { auction_house: hasText(lots.auction_house, auction_house) }),
    ...(labIds && { lab: (row) => labIds.has(lots.id[row]!) }),
  };
}

/** Whether a lot has one of some texts, ignoring case and accents; `none` is a lot without one. */
function hasText({ codes, names }: TextColumn, texts: readonly string[]): (row: number) => boolean {
  const wanted = new Set(texts.filter((text) => text !== noValue).map(fold));
  const isWanted = names.map((name) => (name === null ? texts.includes(noValue) : wanted.has(fold(name))));
  return (row) => isWanted[codes[row]!]!;
}

const ofSize =
  ({ carat: weights }: SoldLots, { carat }: Pick<ComparablesParams, 'carat'>, window: number) =>
  (row: number): boolean =>
    weights[row]! >= carat / (1 + window) && weights[row]! <= carat * (1 + window);

/** Whether a lot meets criteria. */
function meeting(
  lots: SoldLots,
  same: Matchers,
  { stone, asOf }: Target,
  { sizeWindow, years, origin, treatment, lab }: Criteria,
) {
  const isNear = ofSize(lots, stone, sizeWindow);
  const first = years === null ? -Infinity : dayOf(yearsBefore(asOf, years));
  const wanted = [
    ...(origin === 'any' ? [] : [origin === 'same' ? same.origin! : same.region!]),
    ...(treatment === 'any' ? [] : [same.treatment!]),
    ...(lab === 'any' ? [] : [same.lab!]),
  ];
  return (row: number): boolean =>
    isNear(row) && lots.day[row]! >= first && wanted.every((matches) => matches(row));
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
const halfOf: Record<string, number> = { day: 0, month: 1 / 24, year: 1 / 2 };

function nearLot(
  lots: SoldLots,
  row: number,
  matches: Matchers,
  target: Target,
  isComparable: boolean,
): NearLot {
  const values = traitsOf(lots, row);
  const [day, date] = [lots.day[row]!, nameOfDay(lots.day[row]!)];
  return {
    ...{ id: lots.id[row]!, day, values, isComparable, isSynthetic: lots.isSynthetic[row] === 1 },
    traits: compareTraits(lots, row, matches, target),
    // The middle of its month or year where the day is not known.
    soldAt: yearsOf(date) + halfOf[textAt(lots.auction_date_precision, row) ?? 'day']!,
    sale: `${date} ${values.auction_house ?? ''}`,
    pricePerCarat: lots.perCarat[target.stone.basis ?? 'published'][row]!,
  };
}

/** The traits of a lot, compared with the stone. */
function compareTraits(lots: SoldLots, row: number, matches: Matchers, { stone, asOf }: Target): Traits {
  const match = (name: TraitName) => {
    if (stone[name] === undefined) return null;
    if (matches[name]!(row)) return 'same';
    return textAt(lots[name], row) === null ? 'unknown' : 'other';
  };
  const origin = match('origin');
  return {
    carat: lots.carat[row]!,
    ageYears: (dayOf(asOf) - lots.day[row]!) / daysPerYear,
    origin: origin !== 'same' && matches.region?.(row) ? 'region' : origin,
    treatment: match('treatment'),
    auction_house: match('auction_house'),
  };
}

/** Prices by the basis of the published one. */
function basesOf({ price_basis }: SoldLots, rows: readonly number[]) {
  const of = (basis: string) => rows.filter((row) => textAt(price_basis, row) === basis).length;
  const [hammer, premium] = [of('hammer'), of('premium')];
  return { hammer, premium, unknown: rows.length - hammer - premium };
}

/**
 * The price adjuster from the sales of a gem type up to a day, at their chosen prices, of real or generated lots alone
 * where a request says so. It is memoized for each data version: all days between two sales share one.
 * @param lots the lots of the gem type
 * @param sold those that were sold by the day; later days only add lots, so that their number tells which ones they are
 */
function readAdjuster(
  search: SearchContext,
  { gem_name, is_synthetic, selection, basis = 'published' }: ComparablesParams,
  lots: SoldLots,
  sold: readonly number[],
): Promise<PriceAdjuster> {
  const make = async () => {
    const isSold = new Uint8Array(lots.n);
    for (const row of sold) isSold[row] = 1;
    // In nominal dollars: prices are deflated after the adjustment, all by one factor.
    const { model, yearsOfPeriod } = modelOfLevel(lots, { basis, where: (row) => isSold[row] === 1 });
    return createAdjuster(model, (period) => yearsOf(period) + yearsOfPeriod / 2);
  };
  const key = JSON.stringify(['adjuster', gem_name, is_synthetic, selection, basis, sold.length]);
  return search.memo.derive(key, make, ({ bytes }) => bytes);
}
