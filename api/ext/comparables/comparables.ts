import type { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import { newestCpiMonth } from '../../../mappings/us-cpi.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { soldLots } from '../../filters/filter-clauses.ts';
import { ApiError } from '../../http/errors.ts';
import { anyOf } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { countLeftOut } from '../../statistics/auction-lots.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import { statisticDecimals } from '../../statistics/price-figures.ts';
import { type PriceCounts, presentPrices } from '../../statistics/prices-meta.ts';
import { presentExcluded } from '../../statistics/totals.ts';
import { basisOf, dollarsOfDay } from '../price-model/choice.ts';
import { modelMeta } from '../price-model/load-within.ts';
import { presentSample } from '../price-model/model-figures.ts';
import {
  Comparables,
  notice,
  predictionNote,
  presentComparable,
  presentRange,
  presentUnmatched,
  wordsOf,
} from './comparable-figures.ts';
import { type ComparablesParams, comparablesParams, comparablesRules } from './comparables-params.ts';
import {
  type FoundComparables,
  findComparables,
  lotsOf,
  readNewestSale,
  regionOf,
} from './find-comparables.ts';
import { gradeOf, noFigure } from './grade.ts';
import type { Criteria } from './relaxations.ts';

/** GET /api/ext/comparables */
export const comparables = defineRoute({
  path: '/api/ext/comparables',
  operationId: 'getComparables',
  tag: 'Price intelligence',
  summary: 'Sales most similar to a described stone',
  description:
    'The sold single stones most similar to the described one, each with its distance by trait and its price per carat as sold and adjusted to as_of and to the size, origin, treatment and house of the stone, and two things: the evidence, the adjusted prices of these sales with their own range, and the prediction, a median that is moved toward the price by the regression, with the 80% range of the price of one stone and the 95% interval of the median. Where too few lots are similar the criteria are relaxed in a fixed order; where that is not enough there is no figure. It is a summary of sales, not an appraisal. [Price intelligence](/docs/price-intelligence) has the formulas.',
  isExtension: true,
  cost: 'model',
  params: comparablesParams,
  rules: comparablesRules,
  data: Comparables,
  meta: modelMeta,
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
    const found = await findComparables(search, params, asOf);
    const records = await readRecords(search, found.lots.slice(0, params.limit));
    const data = presentComparables(params, { asOf: newest ?? null, dollars }, found, records);
    return {
      data,
      meta: {
        synthetic_lots: data.synthetic_lots,
        excluded: presentExcluded(0, await countLeftOut(search, lotsOf(params), [soldLots])),
        ...presentSample(found.among),
        ...(found.prices && { prices: presentPrices(params, countsOf(found.prices, params, asOf)) }),
      },
    };
  },
});

/** The records of some lots, in order. */
async function readRecords(search: SearchContext, lots: FoundComparables['lots']): Promise<AuctionRecord[]> {
  const ids = lots.map(({ lot }) => lot.id);
  const { hits } = await search.records({
    ...{ query: anyOf('id', ids), sort: ['id'], size: ids.length, track_total_hits: false },
  });
  const records = new Map(hits.map(({ record }) => [record.id, record]));
  return ids.map((id) => records.get(id)!);
}

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
  records: readonly AuctionRecord[],
): Comparables {
  const { comparison, levels, place, lots } = found;
  const { summary, independentSales, modelFactor } = comparison;
  const { lots: _, ...criteria } = levels[place]!;
  const evidence = summary && {
    ...{ independentSales, modelFactor },
    rangeRatio: summary.prediction.high / summary.prediction.low,
    newestAgeYears: Math.min(...lots.map(({ traits }) => traits.ageYears)),
    notMatched: found.notMatched.map((one) => wordsOf(one).name),
    isRegional: criteria.origin === 'region',
  };
  const { grade, reasons } = evidence
    ? gradeOf(evidence)
    : { grade: 'none' as const, reasons: noFigure(lots.length, independentSales) };
  const synthetic = lots.filter(({ lot }) => lot.is_synthetic).length;
  const published = { ...params, dollars };
  return {
    not_matched: found.notMatched.map(presentUnmatched),
    stone: presentStone(params),
    as_of: asOf,
    price_basis: basisOf(params),
    evidence: presentRange(summary?.evidence ?? null, params.carat, dollars),
    prediction: {
      ...presentRange(summary?.prediction ?? null, params.carat, dollars),
      note: summary ? predictionNote(summary.evidence, summary.prediction) : null,
    },
    grade,
    grade_reasons: reasons,
    n: lots.length,
    independent_sales: round(independentSales, statisticDecimals),
    newest_date:
      lots
        .map(({ lot }) => lot.auction_date)
        .sort()
        .at(-1) ?? null,
    synthetic_lots: synthetic,
    moved_by_model: round(modelFactor - 1, estimateDecimals),
    criteria: presentCriteria(criteria),
    notice,
    lots: records.map((record, i) =>
      presentComparable(record, lots[i]!.traits, comparison.lots[i]!, published),
    ),
    levels: levels.map((level) => ({ ...presentCriteria(level), lots: level.lots })),
    range_n: comparison.rangeLots,
    adjustment_error: round(comparison.sharedError, estimateDecimals),
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

const presentCriteria = ({ sizeWindow, ...others }: Criteria) => ({ size_window: sizeWindow, ...others });
