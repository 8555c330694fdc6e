import type { Answer as AnswerOf, components, Lot } from '../../clients/typescript/src/client.ts';

/*
 * The types of responses are those of the client. Its functions are not used: the page shows and embeds the addresses of its
 * requests, caches by them, and loads as few bytes as it can at first.
 */
type Schemas = components['schemas'];

export type AuctionRecord = Lot;
/** The page always requests all fields of groups and periods. */
export type MarketGroup = AnswerOf<'listMarketGroups'>['data'][number];
export type TrendPeriod = AnswerOf<'listTrendPeriods'>['data'][number];
export type Comparables = Schemas['Comparables'];
export type CoverageGroup = Schemas['CoverageGroup'];
export type EstimateGroup = Schemas['EstimateGroup'];
export type PriceIndex = Schemas['PriceIndex'];
export type PriceRecord = Schemas['PriceRecord'];
export type ScoredGem = Schemas['ScoredGem'];
export type Stone = Schemas['Stone'];
export type StoneReturn = Schemas['StoneReturn'];
export type SizeCurve = Schemas['SizeCurve'];
export type Overview = Schemas['Overview'];
export type Interpretation = Schemas['Interpretation'];
export type Suggestion = Schemas['Suggestion'];
/** The values of one facet; the page requests facets of texts alone. */
export type Facet = Omit<Schemas['Facet'], 'values'> & {
  values: (Schemas['Facet']['values'][number] & { value: string })[];
};
/** Facets by their names. */
export type Facets = Record<string, Facet>;
/** The comparison of prices with estimates. */
export type Estimates = Schemas['Estimates'];
/** The coverage of the data. */
export type Coverage = Schemas['Coverage'];
/** Which prices went into figures. */
export type Prices = Schemas['PricesMeta'];

/** Trait effects: price factors relative to a reference value. */
export type Premia = Schemas['Premia'];
/** One value of a trait, with a factor or the reason why it has none. */
export type PremiumValue = Premia['values'][number];

/** The members of `meta` that the page reads: those of every response, and those that only some have. */
export type Meta = Schemas['Meta'] &
  Partial<
    Pick<Schemas['MarketGroupListMeta'], 'synthetic_lots' | 'excluded' | 'total_groups' | 'ungrouped_lots'> &
      Pick<Schemas['EstimatesMeta'], 'left_out' | 'lots_without_estimates'> &
      Omit<Schemas['RecordPriceListMeta'], keyof Schemas['Meta']> &
      Pick<Schemas['ScorecardMeta'], 'status'>
  > & { facets?: Facets };

/** A response of the API. */
export interface Answer<Data> {
  data: Data;
  pagination: Schemas['Pagination'] | null;
  meta: Meta;
}

/** A period of a price index. */
export type IndexPeriod = PriceIndex['periods'][number];

/** A band of weights of a size curve. */
export type SizeBand = SizeCurve['bands'][number];

/** A lot, compared with the stone. */
export type ComparableLot = Comparables['lots'][number];
