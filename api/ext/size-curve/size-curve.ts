import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterRules } from '../../filters/filter-params.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import { type SearchContext, totalHits } from '../../search/search-context.ts';
import { auctionClauses, countLeftOut } from '../../statistics/auction-lots.ts';
import { pricesRules } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import { readQuantiles } from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { inDetail } from '../price-model/detail.ts';
import { pricesMeta, readByReason } from '../price-model/priced-lots.ts';
import { noMoments } from '../regression/moments.ts';
import { presentSizeCurve, SizeCurve, type UnroundedBand } from './size-figures.ts';
import {
  type CountedRange,
  caratBandsFor,
  jumpWindows,
  lineSums,
  type SizeBands,
  type SizeCounts,
  type SizeCountsResult,
  type SizeCurveParams,
  sizeBandsBody,
  sizeCountsBody,
  sizeCurveParams,
} from './size-searches.ts';

/** GET /api/ext/size-curve */
export const sizeCurve = defineRoute({
  path: '/api/ext/size-curve',
  operationId: 'getSizeCurve',
  tag: 'Price intelligence',
  summary: 'Price per carat by weight of one gem type',
  description:
    'The price per carat of one gem type by weight: its quantiles in bands of equal steps of ln(carat), the local elasticity, and the jumps at 1, 2, 3, 5 and 10 carats by a regression on each side, all with their uncertainty. It uses the lots in the filter that are single stones sold at a known price, with weight and date; `left_out` counts the others. [Price intelligence](/docs/price-intelligence) has the formulas and their limits.',
  isExtension: true,
  cost: 'model',
  params: sizeCurveParams,
  rules: [...filterRules, ...pricesRules],
  data: SizeCurve,
  meta: { ...syntheticMeta, excluded: Excluded, prices: Type.Optional(PricesMeta) },
  examples: ['gem_name=ruby', 'gem_name=sapphire&origin=Kashmir'],
  async handle({ params, search }) {
    const query = allOf(auctionClauses(params));
    const found = await search.search<unknown, SizeCountsResult>(sizeCountsBody(query, params));
    const counts = found.aggregations!;
    const { leftOut: counted, last } = readByReason<SizeCounts>('year', totalHits(found), counts, params);
    const { bands, ratio } = caratBandsFor(last.sizes.buckets.map(({ doc_count }) => doc_count));
    const { dated_by_year_only: _, ...leftOut } = counted;
    const { prices } = last;
    const shown = await readBands(search, query, bands, params);
    const sums = lineSums(params);
    const jumps = jumpWindows.map(({ carat, below, above }) => ({
      carat,
      below: { ...below, sums: sums.read(last[`below_${carat}`]!) },
      above: { ...above, sums: sums.read(last[`above_${carat}`]!) },
    }));
    return {
      data: inDetail(params, SizeCurve, presentSizeCurve({ leftOut, ratio, bands: shown, params }, jumps)),
      meta: {
        synthetic_lots: counts.synthetic.doc_count,
        excluded: presentExcluded(0, await countLeftOut(search, params)),
        ...(prices && { prices: pricesMeta(params, prices, leftOut) }),
      },
    };
  },
});

async function readBands(
  search: SearchContext,
  query: Clause,
  bands: readonly CountedRange[],
  params: SizeCurveParams,
): Promise<UnroundedBand[]> {
  if (bands.length === 0) return [];
  const found = await search.aggregate<SizeBands>(sizeBandsBody(query, bands, params));
  const sums = lineSums(params);
  return bands.map((band, place) => {
    const result = found[place];
    return {
      ...band,
      sums: result ? sums.read(result) : noMoments(),
      prices: readQuantiles(band.n, result?.prices),
    };
  });
}
