import type { estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { origins } from '../../../mappings/vocabulary/index.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import {
  allOf,
  anyOf,
  atLeast,
  atMost,
  type Clause,
  cachedFigures,
  equals,
  type SearchBody,
} from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { needsAmounts, ofBasis } from '../../statistics/prices.ts';
import { arePublished, type PriceChoice } from '../price-model/choice.ts';
import { pricedLots } from '../price-model/priced-lots.ts';
import type { ComparablesParams } from './comparables-params.ts';
import { type Traits, units } from './compare-lots.ts';
import { type Criteria, lotsCompared, widest } from './relaxations.ts';

/** The described stone. */
export type Stone = Pick<ComparablesParams, 'gem_name' | 'carat' | 'origin' | 'treatment' | 'auction_house'>;

/** The traits of a stone that need not be described. */
export const traitNames = ['origin', 'treatment', 'auction_house'] as const;

/** The region of the stone's origin, where the vocabulary knows it. */
export function regionOf({ origin }: Pick<Stone, 'origin'>): string | null {
  return (origin && origins.term(origin[0]!)?.region) ?? null;
}

/**
 * How many lots match each described trait: all of the gem type, and those that can be compared where all other
 * criteria are as wide as possible.
 * @param all lots of the gem type
 * @param comparable further conditions of a comparison
 */
export function traitCountsBody(all: Clause, comparable: Clause[], stone: Stone): SearchBody {
  const near = allOf([...comparable, ...sizeClauses(stone, widest.sizeWindow)]);
  const aggs = Object.entries(traitClauses(stone)).map(([name, clause]) => {
    const named = name === 'treatment' && { treatments: { terms: { field: 'treatment' as const, size: 1 } } };
    return [name, { filter: clause, aggs: { near: { filter: near }, ...named } }];
  });
  return { query: all, ...cachedFigures, aggs: Object.fromEntries(aggs) };
}

/** The search response to `traitCountsBody`. */
export type TraitCounts = Partial<
  Record<
    keyof ReturnType<typeof traitClauses>,
    { doc_count: number; near: { doc_count: number }; treatments?: { buckets: { key: string }[] } }
  >
>;

/** The newest day of a sale. */
export const newestSaleBody: SearchBody = {
  query: equals('is_sold', true),
  ...cachedFigures,
  aggs: { newest: { max: { field: 'auction_date' } } },
};

/** The lots of a query that a price model can use and that were certainly sold by a day. Prices are in nominal dollars. */
export function soldBy(query: Clause[], asOf: string, { basis }: Pick<PriceChoice, 'basis'> = {}): Clause {
  const [year, month] = [asOf.slice(0, 4), asOf.slice(0, 7)];
  // A lot with only a known year or month is stored with its first day.
  const late: Clause[] = [
    ...(asOf.endsWith('-12-31') ? [] : [doubtful('year', `${year}-01-01`)]),
    ...(isLastOfMonth(asOf) ? [] : [doubtful('month', `${month}-01`)]),
  ];
  const lots = pricedLots({ bool: { filter: [...query, atMost('auction_date', asOf)], must_not: late } });
  return arePublished({ basis }) ? lots : pricedLots(lots, 'year', { basis });
}

const doubtful = (precision: 'year' | 'month', from: string) =>
  allOf([equals('auction_date_precision', precision), atLeast('auction_date', from)]);

const isLastOfMonth = (day: string) =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(8, 10) === '01';

/**
 * The number of lots that meet each of some criteria; where a request chooses prices, also of those that have them.
 * @param query lots whatever prices are chosen
 */
export function levelCountsBody(
  query: Clause,
  stone: Stone,
  asOf: string,
  { levels, choice }: { levels: readonly Criteria[]; choice: PriceChoice },
): SearchBody {
  const filters = levels.map((criteria) => allOf(criteriaClauses(stone, asOf, criteria)));
  const aggs = needsAmounts(choice) && { aggs: pricedByBasis(choice) };
  return {
    query,
    ...cachedFigures,
    aggs: { levels: { filters: { filters }, ...aggs } },
  };
}

/** The lots with a chosen price, by the basis of the published one. */
const pricedByBasis = ({ basis }: PriceChoice): Aggregations => ({
  priced: {
    filter: pricedLots({ match_all: {} }, 'year', { basis }),
    aggs: { hammer: { filter: ofBasis('hammer') }, premium: { filter: ofBasis('premium') } },
  },
});

/** The search response to `levelCountsBody`. */
export interface LevelCounts {
  levels: { buckets: LevelCount[] };
}

interface LevelCount {
  doc_count: number;
  priced?: { doc_count: number; hammer: { doc_count: number }; premium: { doc_count: number } };
}

/** The lots of a level, and their prices where a request chooses these. */
export function readLevelCount({ doc_count, priced }: LevelCount) {
  if (!priced) return { lots: doc_count };
  const [lots, hammer, premium] = [priced.doc_count, priced.hammer.doc_count, priced.premium.doc_count];
  return { lots, prices: { hammer, premium, unknown: lots - hammer - premium, leftOut: doc_count - lots } };
}

/**
 * The most similar lots that meet some criteria, and after them, up to `lotsCompared`, those that meet wider ones: their
 * score is the weight of `weightOf`, with a bonus for the former.
 */
export function nearestLotsBody(
  query: Clause,
  stone: Stone,
  asOf: string,
  { criteria, wider }: { criteria: Criteria; wider: Criteria },
): SearchBody {
  const comparable = allOf(criteriaClauses(stone, asOf, criteria));
  const named = Object.entries({ ...traitClauses(stone), comparable }).map(([_name, clause]) =>
    allOfNamed(_name, clause),
  );
  return {
    query: {
      function_score: {
        query: {
          bool: { filter: [query, ...criteriaClauses(stone, asOf, wider)], should: named },
        },
        functions: [...similarityFunctions(stone, asOf), { filter: comparable, weight: aboveAllWeights }],
        score_mode: 'multiply',
        boost_mode: 'replace',
      },
    },
    size: lotsCompared,
    sort: [{ _score: { order: 'desc' } }, { auction_day: 'desc' }, { id: 'desc' }],
    track_total_hits: false,
  };
}

/** A power of 2, so that it changes no digit of a score. */
const aboveAllWeights = 2 ** 40;

const allOfNamed = (_name: string, clause: Clause): Clause => ({ bool: { filter: [clause], _name } });

/** The clauses by which a lot matches the known traits of the stone. */
function traitClauses({ origin, treatment, auction_house }: Stone) {
  const region = regionOf({ origin });
  const inRegion = origins.terms.filter((term) => term.region === region).map(({ name }) => name);
  return {
    ...(origin && { origin: allOf(filterClauses({ origin })) }),
    ...(region && { region: anyOf('origin.folded', inRegion) }),
    ...(treatment && { treatment: allOf(filterClauses({ treatment })) }),
    ...(auction_house && { auction_house: allOf(filterClauses({ auction_house })) }),
  };
}

function criteriaClauses(stone: Stone, asOf: string, criteria: Criteria): Clause[] {
  const { sizeWindow, years, origin, treatment } = criteria;
  const same = traitClauses(stone);
  const clauses: Clause[] = sizeClauses(stone, sizeWindow);
  if (years !== null) clauses.push(atLeast('auction_date', yearsBefore(asOf, years)));
  if (origin !== 'any') clauses.push(origin === 'same' ? same.origin! : same.region!);
  if (treatment !== 'any') clauses.push(same.treatment!);
  return clauses;
}

const sizeClauses = ({ carat }: Stone, window: number): Clause[] => [
  atLeast('carat', carat / (1 + window)),
  atMost('carat', carat * (1 + window)),
];

/** The same day some years earlier; February 28 for February 29. */
function yearsBefore(day: string, years: number): string {
  const year = String(Math.max(1, Number(day.slice(0, 4)) - years)).padStart(4, '0');
  const rest = day.slice(4);
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`;
}

const hoursPerYear = 24 * 365.25;

function similarityFunctions(stone: Stone, asOf: string): estypes.QueryDslFunctionScoreContainer[] {
  const { origin, region, treatment, auction_house } = traitClauses(stone);
  const age = { origin: asOf, scale: `${units.ageYears * hoursPerYear}h`, decay: 0.5 };
  const size = { origin: Math.log(stone.carat), scale: Math.log(units.sizeRatio), decay: 0.5 };
  const functions: estypes.QueryDslFunctionScoreContainer[] = [
    { exp: { auction_date: age } },
    { exp: { 'hedonic.x': size } },
  ];
  const reduceWeight = (without: Clause[], distance: number) =>
    functions.push({ filter: { bool: { must_not: without } }, weight: 2 ** -distance });
  const near = [origin, region].filter((clause) => clause !== undefined);
  if (origin) reduceWeight([origin], region ? units.origin.region : units.origin.other);
  if (region) reduceWeight(near, units.origin.other - units.origin.region);
  if (treatment) reduceWeight([treatment], units.treatment.other);
  if (auction_house) reduceWeight([auction_house], units.auctionHouse.other);
  return functions;
}

/** A lot as `nearestLotsBody` finds it. */
type ComparableHit = estypes.SearchHit<Partial<AuctionRecord>>;

const msPerYear = hoursPerYear * 3_600_000;

/** Whether a lot meets the criteria, not only the wider ones. */
export const isComparable = ({ matched_queries }: ComparableHit): boolean =>
  (matched_queries as string[] | undefined)?.includes('comparable') ?? false;

/** The traits of a lot, compared with the stone. */
export function readTraits({ _source, matched_queries }: ComparableHit, stone: Stone, asOf: string): Traits {
  const matched = new Set(matched_queries as string[] | undefined);
  const { carat, auction_date, origin, treatment, auction_house } = _source!;
  const match = (name: string, described: unknown, value: unknown) => {
    if (described === undefined) return null;
    if (matched.has(name)) return 'same';
    return value == null ? 'unknown' : 'other';
  };
  const ofOrigin = match('origin', stone.origin, origin);
  return {
    carat: carat!,
    ageYears: (Date.parse(asOf) - Date.parse(auction_date!)) / msPerYear,
    origin: ofOrigin !== 'same' && matched.has('region') ? 'region' : ofOrigin,
    treatment: match('treatment', stone.treatment, treatment),
    auctionHouse: match('auction_house', stone.auction_house, auction_house),
  };
}
