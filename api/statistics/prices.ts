import type { Static, TObject } from 'typebox';
import { priceFieldOf, priceKinds } from '../../mappings/price-amounts.ts';
import { cpiOfMonth, newestCpiMonth, oldestCpiMonth } from '../../mappings/us-cpi.ts';
import { soldLots } from '../filters/filter-clauses.ts';
import { extension, extensions, month, oneOfOrImplied, optional } from '../parameters/kinds.ts';
import type { Rule } from '../parameters/read-parameters.ts';
import { allOf, atLeast, type Clause, equals, present } from '../search/clauses.ts';
import type { Aggregations } from '../search/composite-pages.ts';
import { bytesOfData, type SearchContext } from '../search/search-context.ts';
import { periodFrom } from './periods.ts';
import { figuresOf } from './price-figures.ts';
import { presentPrices } from './prices-meta.ts';
import type { SummarizedFields } from './statistics.ts';

/** The prices that a request chooses by `basis`, `dollars` and `base`. */
export const choosePrices = (params: PricesParams) => ({
  fields: summarizedBy(params),
  /** Counts these prices; the response has them as `prices`. */
  counted: pricesCounted(params),
  figures: figuresOf(params),
  /** `meta.prices`. */
  present: (result: PricesResult) => presentPrices(params, readPrices(result)),
});

export type ChosenPrices = ReturnType<typeof choosePrices>;

/** Counts the prices of a filter, for routes that search for records; memoized for each version of the data. */
export async function countPrices(
  search: SearchContext,
  filters: Clause[],
  { counted }: ChosenPrices,
): Promise<PricesResult> {
  const body = { query: allOf(filters), size: 0, track_total_hits: false, aggs: counted };
  const read = async () => (await search.aggregate<{ prices: PricesResult }>(body)).prices;
  return search.memo.derive(JSON.stringify(body), read, bytesOfData);
}

/** The price of each lot on which figures are based. */
export const basisParam = oneOfOrImplied(priceKinds, 'published', {
  description:
    "The prices on which the figures are based: `published`, as the source gives them (the default); `hammer`, without buyer's premium; or `premium`, with it. Lots without such a price have none. Price filters always apply to the published price.",
  examples: ['hammer'],
  ...extension,
});

/** Parameters of price figures: the basis of the prices, and the dollars. */
export const pricesParams = optional(
  extensions({
    basis: basisParam,
    dollars: oneOfOrImplied(['nominal', 'real'], 'nominal', {
      description:
        '`nominal` dollars of the day of the sale (the default), or `real` dollars of the month `base`, by the consumer price index of the United States. Lots without a date have no real price.',
      examples: ['real'],
    }),
    base: month({
      description: `The month of the dollars, with \`dollars=real\`: ${oldestCpiMonth} to ${newestCpiMonth}. Default: the newest.`,
      examples: ['2015-01'],
      'x-implied': newestCpiMonth,
    }),
  }),
);

export type PricesParams = Static<TObject<typeof pricesParams>>;

/** The base is a published month, and belongs to real dollars. */
export const pricesRules: Rule[] = [
  ({ base }) => {
    if (base === undefined || cpiOfMonth(base as string) !== undefined) return undefined;
    const message = `base: there is no consumer price index for ${base}. Use a published month from ${oldestCpiMonth} to ${newestCpiMonth}.`;
    return { parameter: 'base', code: 'not_allowed', message, value: base as string };
  },
  ({ dollars }, sent) => {
    if (!sent.has('base') || dollars === 'real') return undefined;
    const message = 'base requires dollars=real. Add dollars=real, or omit base.';
    return { parameter: 'base', code: 'conflict', message };
  },
];

type Choice = Pick<PricesParams, 'basis' | 'dollars'>;

/** The summarized fields of a request; real prices are in dollars of 1982–84. */
export function summarizedBy({ basis = 'published', dollars }: Choice): SummarizedFields {
  const carat = 'carat';
  if (dollars === 'real') {
    const real = `amounts.real_${basis}` as const;
    return { price_usd: real, price_per_carat_usd: `${real}_per_carat`, carat };
  }
  const price_usd = priceFieldOf[basis];
  if (basis === 'published') return { price_usd, price_per_carat_usd: 'price_per_carat_usd', carat };
  return { price_usd, price_per_carat_usd: `amounts.${basis}_per_carat`, carat };
}

/** Whether a request chooses its prices. */
export const needsAmounts = ({ basis, dollars }: Choice): boolean =>
  basis !== undefined || dollars !== undefined;

/** The lots whose published price is of a known basis. */
const ofBasis = (basis: 'hammer' | 'premium'): Clause => equals('price_basis', basis);

/**
 * Counts the prices that went into the figures, by the basis of the published price, and the sold lots that have none;
 * they are named `prices`.
 */
function pricesCounted(choice: Choice): Aggregations {
  const isReal = choice.dollars === 'real';
  const counted = {
    filter: present(summarizedBy(choice).price_usd),
    aggs: {
      hammer: { filter: ofBasis('hammer') },
      premium: { filter: ofBasis('premium') },
      ...(isReal && { later: { filter: atLeast('auction_date', firstLaterDay) } }),
    },
  };
  const nominal = { filter: present(priceFieldOf[choice.basis ?? 'published']) };
  return {
    prices: { filter: soldLots, aggs: { counted, ...(isReal && { nominal }) } },
  };
}

/** The first day after the newest month of the consumer price index. */
const firstLaterDay = periodFrom('month', `${newestCpiMonth}-01`).end;

type Counted = { doc_count: number };

/** The search response for `pricesCounted`. */
export interface PricesResult extends Counted {
  counted: Counted & Record<'hammer' | 'premium', Counted> & { later?: Counted };
  nominal?: Counted;
}

/** Reads the counts. */
function readPrices({ doc_count: sold, counted, nominal }: PricesResult) {
  const { doc_count: n, hammer, premium, later } = counted;
  return {
    hammer: hammer.doc_count,
    premium: premium.doc_count,
    unknown: n - hammer.doc_count - premium.doc_count,
    leftOut: sold - n,
    ...(nominal && later && { real: { leftOut: nominal.doc_count - n, later: later.doc_count } }),
  };
}
