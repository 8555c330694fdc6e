import type { estypes } from '@elastic/elasticsearch';
import { hedonicMomentNames, hedonicMoments } from '../../../mappings/hedonic-moments.ts';
import { type PriceKind, storedCpi } from '../../../mappings/price-amounts.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { cpiOfMonth, newestCpiMonth } from '../../../mappings/us-cpi.ts';
import { needsAmounts, pricesCounted, summarizedBy } from '../../query/price-fields.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregations } from '../../query/statistics.ts';

/** Which prices a price model is of, and whether implausible ones are among them. */
export interface PriceChoice {
  basis?: PriceKind | undefined;
  dollars?: 'nominal' | 'real' | undefined;
  outliers?: 'keep' | 'leave_out' | undefined;
}

/** Published prices in nominal dollars: those of which the moments are prepared. */
export const arePrepared = ({ basis = 'published', dollars }: PriceChoice): boolean =>
  basis === 'published' && dollars !== 'real';

/** The price per carat that is chosen. */
export const pricePerCaratOf = (choice: PriceChoice): Field => summarizedBy(choice).price_per_carat_usd;

/** The same in nominal dollars. */
export const nominalPerCaratOf = ({ basis }: PriceChoice): Field =>
  summarizedBy({ basis }).price_per_carat_usd;

/** Counts the prices by what the published ones are, where a request chooses prices. */
export const countedPrices = (choice: PriceChoice): Aggregations =>
  needsAmounts(choice) ? pricesCounted(choice) : {};

/** The factor from stored real prices to dollars of the newest month. */
const toNewestMonth = cpiOfMonth(newestCpiMonth)! / storedCpi;

/**
 * The moments of the chosen prices, under the names of the prepared ones, which they replace for one search: sums of
 * them are read as usual. Elasticsearch computes them from the weight and the price of each lot.
 */
export function momentsOf(choice: PriceChoice): Pick<SearchBody, 'runtime_mappings'> {
  if (arePrepared(choice)) return {};
  const field = pricePerCaratOf(choice);
  const params = { field, factor: choice.dollars === 'real' ? toNewestMonth : 1 };
  const fields = hedonicMomentNames.map((name): [string, estypes.MappingRuntimeField] => {
    const { x, y } = hedonicMoments[name];
    const factors = [...Array(x).fill('x'), ...Array(y).fill('y')].join(' * ');
    const isUsed = `doc['carat'].size() > 0 && doc[params.field].size() > 0 && doc[params.field].value > 0`;
    const source = `if (${isUsed}) { double x = Math.log(doc['carat'].value); double y = Math.log(params.factor * doc[params.field].value); emit(${factors}); }`;
    return [`hedonic.${name}`, { type: 'double', script: { source, params } }];
  });
  return { runtime_mappings: Object.fromEntries(fields) };
}
