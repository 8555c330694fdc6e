import { preparedSince } from '../../../mappings/records-index.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { syntheticMeta } from '../../present/totals.ts';
import { requireMapping } from '../../search/index-state.ts';
import { type ComparablesParams, comparablesParams, comparablesRules } from '../params/comparables.ts';
import {
  Comparables,
  notice,
  presentComparable,
  presentEvidence,
  presentSummary,
} from '../present/comparables.ts';
import { priceBasis } from '../present/price-index.ts';
import { regionOf } from '../query/comparable-searches.ts';
import type { Criteria } from '../query/relaxations.ts';
import { type FoundComparables, readComparables, readNewestSale } from '../read/read-comparables.ts';
import { gradeOf } from '../regression/grade.ts';

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
  meta: syntheticMeta,
  examples: [
    'gem_name=ruby&carat=3.05&origin=Burma&treatment=No%20heat&limit=2',
    'gem_name=sapphire&carat=10&origin=Kashmir&auction_house=christies&as_of=2024-12-31&limit=2',
    'gem_name=emerald&carat=5&limit=1',
  ],
  async handle({ params, search, state }) {
    requireMapping(state, preparedSince.hedonic);
    const asOf = params.as_of ?? (await readNewestSale(search));
    const found = await readComparables(search, params, asOf ?? state.asOf.slice(0, 10));
    return {
      data: presentComparables(params, asOf ?? null, found),
      meta: { synthetic_lots: found.lots.filter((lot) => lot.is_synthetic).length },
    };
  },
});

function presentComparables(
  params: ComparablesParams,
  asOf: string | null,
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
    price_per_carat_usd: presentSummary(summary),
    price_usd: presentSummary(summary, params.carat),
    n: lots.length,
    ...presentEvidence(comparison),
    criteria: presentCriteria(criteria),
    relaxed: relaxedOf(strict, criteria),
    levels: levels.map((level) => ({ ...presentCriteria(level), lots: level.lots })),
    price_basis: priceBasis,
    notice,
    lots: lots
      .slice(0, params.limit)
      .map((lot, i) => presentComparable(lot, traits[i]!, comparison.lots[i]!, params.carat)),
  };
}

function presentStone(params: ComparablesParams): Comparables['stone'] {
  return {
    gem_name: params.gem_name[0]!,
    carat: params.carat,
    origin: params.origin?.[0] ?? null,
    region: regionOf(params),
    treatment: params.treatment ?? null,
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
