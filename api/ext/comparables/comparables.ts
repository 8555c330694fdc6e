import Type from 'typebox';
import { newestCpiMonth } from '../../../mappings/us-cpi.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { ApiError } from '../../http/errors.ts';
import { type PriceCounts, PricesMeta, presentPrices } from '../../statistics/prices-meta.ts';
import { syntheticMeta } from '../../statistics/totals.ts';
import { basisOf, dollarsOfDay } from '../price-model/choice.ts';
import {
  Comparables,
  notice,
  presentComparable,
  presentEvidence,
  presentSummary,
} from './comparable-figures.ts';
import { type ComparablesParams, comparablesParams, comparablesRules } from './comparables-params.ts';
import { gradeOf } from './grade.ts';
import { regionOf } from './lot-searches.ts';
import { type FoundComparables, readComparables, readNewestSale } from './read-comparables.ts';
import type { Criteria } from './relaxations.ts';

/** GET /api/ext/comparables */
export const comparables = defineRoute({
  path: '/api/ext/comparables',
  operationId: 'getComparables',
  tag: 'Price intelligence',
  summary: 'Sales most similar to a described stone',
  description:
    'The sold single stones most similar to the described one, each with its distance by trait and its price per carat as sold and adjusted to as_of and to the size, origin, treatment and house of the stone, and a summary of them: a weighted median that is moved toward the price by the regression, an interval for the price of one stone and one for the median. Where too few lots are similar the criteria are relaxed in a fixed order; where that is not enough there is no figure. It is a summary of sales, not an appraisal. `docs/price-intelligence.md` has the formulas.',
  isExtension: true,
  params: comparablesParams,
  rules: comparablesRules,
  data: Comparables,
  meta: { ...syntheticMeta, prices: Type.Optional(PricesMeta) },
  examples: [
    'gem_name=ruby&carat=3.05&origin=Burma&treatment=No%20heat&limit=2',
    'gem_name=sapphire&carat=10&origin=Kashmir&auction_house=christies&as_of=2024-12-31&limit=2',
    'gem_name=emerald&carat=5&limit=1',
  ],
  async handle({ params, search, state }) {
    const newest = params.as_of ?? (await readNewestSale(search));
    const asOf = newest ?? state.asOf.slice(0, 10);
    const dollars = dollarsOfDay(asOf, params);
    if (dollars === undefined) throw beforePriceIndex(asOf);
    const found = await readComparables(search, params, asOf);
    return {
      data: presentComparables(params, { asOf: newest ?? null, dollars }, found),
      meta: {
        synthetic_lots: found.lots.filter((lot) => lot.is_synthetic).length,
        ...(found.prices && { prices: presentPrices(params, countsOf(found.prices, params, asOf)) }),
      },
    };
  },
});

/** The counts of prices; all are deflated at the day to which they are adjusted. */
function countsOf(counts: PriceCounts, { dollars }: ComparablesParams, asOf: string): PriceCounts {
  if (dollars !== 'real') return counts;
  const lots = counts.hammer + counts.premium + counts.unknown;
  return { ...counts, real: { leftOut: 0, later: asOf.slice(0, 7) > newestCpiMonth ? lots : 0 } };
}

function beforePriceIndex(asOf: string): ApiError {
  const message = `as_of: there is no consumer price index for ${asOf}. Use a later day, or omit dollars=real.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'as_of', code: 'not_allowed', message, value: asOf }],
  });
}

function presentComparables(
  params: ComparablesParams,
  { asOf, dollars }: { asOf: string | null; dollars: number },
  found: FoundComparables,
): Comparables {
  const { comparison, levels, place, lots, traits } = found;
  const { summary } = comparison;
  const [strict, { lots: _, ...criteria }] = [levels[0]!, levels[place]!];
  return {
    stone: presentStone(params),
    as_of: asOf,
    grade: gradeOf({
      ...comparison,
      hasSummary: summary !== undefined,
      isAlike: criteria.origin === 'same' && criteria.treatment === 'same',
      isAnyOrigin: criteria.origin === 'any' && params.origin !== undefined,
    }),
    price_per_carat_usd: presentSummary(summary, dollars),
    price_usd: presentSummary(summary, dollars * params.carat),
    n: lots.length,
    ...presentEvidence(comparison),
    criteria: presentCriteria(criteria),
    relaxed: relaxedOf(strict, criteria),
    levels: levels.map((level) => ({ ...presentCriteria(level), lots: level.lots })),
    price_basis: basisOf(params),
    notice,
    lots: lots
      .slice(0, params.limit)
      .map((lot, i) => presentComparable(lot, traits[i]!, comparison.lots[i]!, { ...params, dollars })),
  };
}

function presentStone(params: ComparablesParams): Comparables['stone'] {
  return {
    gem_name: params.gem_name[0]!,
    carat: params.carat,
    origin: params.origin?.[0] ?? null,
    region: regionOf(params),
    treatment: params.treatment?.[0] ?? null,
    auction_house: params.auction_house?.[0] ?? null,
  };
}

const presentCriteria = ({ sizeWindow, years, origin, treatment }: Criteria) => ({
  size_window: sizeWindow,
  years,
  origin,
  treatment,
});

const criterionNames = [
  ['size', 'sizeWindow'],
  ['age', 'years'],
  ['origin', 'origin'],
  ['treatment', 'treatment'],
] as const;

function relaxedOf(strict: Criteria, criteria: Criteria): Comparables['relaxed'] {
  return criterionNames.filter(([, field]) => strict[field] !== criteria[field]).map(([name]) => name);
}
