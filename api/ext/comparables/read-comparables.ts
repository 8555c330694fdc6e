import { perCaratOf } from '../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { noValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import type { Clause } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import type { PriceCounts } from '../../statistics/prices-meta.ts';
import type { PriceChoice } from '../price-model/choice.ts';
import { readMarketLevel, yearsOf } from '../price-model/market-level.ts';
import { nameOfSale } from '../price-model/priced-lots.ts';
import { readLevelModel } from '../price-model/read-price-model.ts';
import { createAdjuster, type PriceAdjuster, type TraitValues } from '../regression/adjust-prices.ts';
import type { ComparablesParams } from './comparables-params.ts';
import { type Comparison, compareLots, type Traits } from './compare-lots.ts';
import {
  isComparable,
  type LevelCounts,
  levelCountsBody,
  nearestLotsBody,
  newestSaleBody,
  readLevelCount,
  readTraits,
  type Stone,
  soldBy,
  type TraitCounts,
  traitCountsBody,
  traitNames,
} from './lot-searches.ts';
import {
  type Criteria,
  criteriaLevels,
  firstWith,
  lotsCompared,
  type StrictestTraits,
} from './relaxations.ts';
import { minComparables } from './summarize-sales.ts';

/** A described trait that the comparison dropped, or that the data do not know. */
export interface UnmatchedTrait {
  trait: (typeof traitNames)[number];
  value: string;
  /** The number of lots of the gem type that match it. */
  lots: number;
}

/** The lots most similar to a stone, most similar first, and how they were found. */
export interface FoundComparables {
  notMatched: UnmatchedTrait[];
  levels: (Criteria & { lots: number })[];
  /** The index of the level of these lots. */
  place: number;
  /** The lots of the range, the comparables first. */
  lots: AuctionRecord[];
  traits: Traits[];
  comparison: Comparison;
  /** The prices of the lots that meet the criteria, where a request chooses prices. */
  prices: PriceCounts | undefined;
}

/** The newest day of a sale in the data. */
export async function readNewestSale(search: SearchContext): Promise<string | undefined> {
  const { newest } = await search.aggregate<{ newest: { value_as_string?: string } }>(newestSaleBody);
  return newest.value_as_string;
}

/** The lots that a stone is compared with: the filters of a request beside the stone. */
export const lotsOf = ({
  gem_name,
  lab,
  object_type,
  date_from,
  flags,
  is_synthetic,
  selection,
  q,
}: ComparablesParams): FilterParams => ({
  ...{ gem_name, lab, object_type, date_from, flags, is_synthetic, selection, q },
});

/** Finds the lots most similar to a stone and summarizes their prices. */
export async function readComparables(
  search: SearchContext,
  params: ComparablesParams,
  asOf: string,
): Promise<FoundComparables> {
  const clauses = pricedClauses(lotsOf(params));
  const [{ matching, stone, criteria, counts }, adjuster] = await Promise.all([
    readLevels(search, params, asOf, clauses),
    readAdjuster(search, params, asOf),
  ]);
  const lots = counts.map((count) => count.lots);
  const place = firstWith(lots, minComparables);
  const wider = criteria[firstWith(lots, lotsCompared)]!;
  const levels = criteria.map((level, i) => ({ ...level, lots: lots[i]! }));
  const pool = {
    pool: soldBy(clauses, asOf, params),
    asOf,
    adjuster,
    values: valuesOfStone(stone, matching),
  };
  return {
    notMatched: notMatched(params, criteria[place]!, matching),
    levels,
    place,
    prices: counts[place]!.prices,
    ...(await readNearest(search, stone, pool, { criteria: criteria[place]!, wider })),
  };
}

/** The stone without the traits that say nothing about a price, the criteria of each level, and its number of lots. */
async function readLevels(search: SearchContext, params: ComparablesParams, asOf: string, clauses: Clause[]) {
  const { gem_name, is_synthetic, selection } = params;
  const all = soldBy(pricedClauses({ gem_name, is_synthetic, selection }), asOf);
  const matching = traitNames.some((name) => params[name])
    ? await search.aggregate<TraitCounts>(traitCountsBody(all, clauses, params))
    : {};
  const stone = { ...params, ...unknownTraits(params, matching) };
  const criteria = criteriaLevels(strictestOf(matching));
  const { levels } = await search.aggregate<LevelCounts>(
    levelCountsBody(soldBy(clauses, asOf), stone, asOf, { levels: criteria, choice: params }),
  );
  return { matching, stone, criteria, counts: levels.buckets.map(readLevelCount) };
}

/** The described traits that no lot of the gem type has say nothing about a price, save an origin by its region. */
function unknownTraits(params: ComparablesParams, matching: TraitCounts): Partial<Stone> {
  const isUseful = (name: keyof TraitCounts) =>
    hasLots(name, matching) || (name === 'origin' && isEnough('region', matching));
  const names = traitNames.filter((name) => params[name] && !isUseful(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const hasLots = (name: keyof TraitCounts, matching: TraitCounts) => (matching[name]?.doc_count ?? 0) > 0;

const isEnough = (name: keyof TraitCounts, matching: TraitCounts) =>
  (matching[name]?.near.doc_count ?? 0) >= minComparables;

/** A trait that too few lots can match is not a criterion, so that no other criterion is relaxed for it. */
function strictestOf(matching: TraitCounts): StrictestTraits {
  const hasRegion = isEnough('region', matching);
  return {
    hasRegion,
    origin: isEnough('origin', matching) ? 'same' : hasRegion ? 'region' : 'any',
    treatment: isEnough('treatment', matching) ? 'same' : 'any',
  };
}

function notMatched(
  params: ComparablesParams,
  used: Criteria,
  matching: TraitCounts,
): FoundComparables['notMatched'] {
  return traitNames.flatMap((trait) => {
    const [value] = params[trait] ?? [];
    const lots = matching[trait]?.doc_count ?? 0;
    const isDropped = lots === 0 || (trait !== 'auction_house' && used[trait] === 'any');
    return value !== undefined && isDropped ? [{ trait, value, lots }] : [];
  });
}

async function readNearest(
  search: SearchContext,
  stone: ComparablesParams,
  {
    pool,
    asOf,
    adjuster,
    values,
  }: { pool: Clause; asOf: string; adjuster: PriceAdjuster; values: TraitValues },
  among: { criteria: Criteria; wider: Criteria },
) {
  const { hits } = await search.search<AuctionRecord>(nearestLotsBody(pool, stone, asOf, among));
  const found = hits.hits.map((hit) => ({
    lot: hit._source!,
    traits: readTraits(hit, stone, asOf),
    isComparable: isComparable(hit),
  }));
  const sold = found.map(({ lot, traits, isComparable }) => ({
    ...{ traits, isComparable, values: valuesOf(lot) },
    ...{ soldAt: timeOfSale(lot), sale: nameOfSale(lot) },
    pricePerCarat: perCaratOf(lot, stone.basis ?? 'published')!,
  }));
  const target = { carat: stone.carat, at: yearsOf(asOf), values };
  return {
    // The comparables come first.
    lots: found.map(({ lot }) => lot),
    traits: found.map(({ traits }) => traits),
    comparison: compareLots(target, sold, adjuster),
  };
}

const valuesOf = ({ origin, treatment, auction_house }: AuctionRecord) => ({
  ...{ origin, treatment, auction_house },
});

/**
 * The traits of the stone to which prices are adjusted, as records have them: those that lots of the gem type have. Of
 * several treatments that are meant it is the one of most lots.
 */
function valuesOfStone({ origin, treatment, auction_house }: Stone, matching: TraitCounts): TraitValues {
  const known = ([name]: string[]) => (name === noValue ? null : name!);
  return {
    ...(origin && hasLots('origin', matching) && { origin: known(origin) }),
    ...(treatment && { treatment: matching.treatment?.treatments?.buckets[0]?.key ?? null }),
    ...(auction_house && { auction_house: known(auction_house) }),
  };
}

/** Half of the period in which a lot was sold, in years, by the precision of its date. */
const halfOf = { day: 0, month: 1 / 24, year: 1 / 2 };

/** When a lot was sold, in years; the middle of its month or year where the day is not known. */
function timeOfSale({ auction_date, auction_date_precision: precision }: AuctionRecord): number {
  return yearsOf(auction_date!) + halfOf[precision ?? 'day'];
}

/**
 * The price adjuster from the sales of a gem type up to a day, at their chosen prices, of real or generated lots alone
 * where a request says so; memoized for each data version.
 */
async function readAdjuster(
  search: SearchContext,
  {
    gem_name,
    is_synthetic,
    selection,
    basis = 'published',
  }: Pick<ComparablesParams, 'gem_name' | 'is_synthetic' | 'selection' | 'basis'>,
  asOf: string,
): Promise<PriceAdjuster> {
  const make = async () => {
    // In nominal dollars: prices are deflated after the adjustment, all by one factor.
    const choice: PriceChoice = { basis };
    const sales = soldBy(pricedClauses({ gem_name, is_synthetic, selection }), asOf, choice);
    const [{ model, yearsOfPeriod }, market] = await Promise.all([
      readLevelModel(search, sales, choice),
      readMarketLevel(
        search,
        soldBy(pricedClauses({ is_synthetic, selection }), asOf, choice),
        gem_name[0]!,
        choice,
      ),
    ]);
    return createAdjuster(model, (period) => yearsOf(period) + yearsOfPeriod / 2, market);
  };
  const key = JSON.stringify([gem_name, is_synthetic, selection, basis, asOf]);
  return search.memo.derive(key, make, ({ bytes }) => bytes);
}
