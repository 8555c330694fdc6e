import type { Static } from 'typebox';
import type { Pagination } from '../../api/endpoint/envelope.ts';
import type { Comparables } from '../../api/ext/comparables/comparable-figures.ts';
import type { CoverageGroup, Coverage as CoverageSchema } from '../../api/ext/coverage/coverage-groups.ts';
import type {
  EstimateGroup,
  Estimates as EstimatesSchema,
} from '../../api/ext/estimates/estimate-figures.ts';
import type { Premia as PremiaSchema } from '../../api/ext/premia/trait-effect-figures.ts';
import type { PriceIndex } from '../../api/ext/price-index/index-figures.ts';
import type { PriceRecord } from '../../api/ext/records/price-records.ts';
import type { ScoredGem } from '../../api/ext/scorecard/scored-gem.ts';
import type { SizeCurve } from '../../api/ext/size-curve/size-figures.ts';
import type { PricesMeta } from '../../api/statistics/prices-meta.ts';
import type { PublishedTotals } from '../../api/statistics/totals.ts';
import type { RankedRecord as RankedFields } from '../../api/v1/rankings/ranking.ts';
import type { MarketGroup } from '../../api/v1/stats/market-group.ts';
import type { Summary } from '../../api/v1/stats/summary.ts';
import type { TrendPeriod } from '../../api/v1/stats/trend-periods.ts';
import type { AuctionRecord } from '../../mappings/record.ts';

// Only types are imported from the API's source; the code uses the published interface.
export type {
  AuctionRecord,
  Comparables,
  CoverageGroup,
  EstimateGroup,
  MarketGroup,
  PriceIndex,
  PriceRecord,
  ScoredGem,
  SizeCurve,
  Summary,
  TrendPeriod,
};

/** A ranked record: the page always requests all fields. */
export type RankedRecord = Required<RankedFields>;

/** The values of one facet. */
export interface Facet {
  total_values: number;
  missing: number;
  values: { value: string; lots: number; filter: Record<string, string> }[];
}

/** Facets by their names. */
export type Facets = Record<string, Facet>;

/** The comparison of prices with estimates. */
export type Estimates = Static<typeof EstimatesSchema>;
/** The coverage of the data. */
export type Coverage = Static<typeof CoverageSchema>;
/** Which prices went into figures. */
export type Prices = Static<typeof PricesMeta>;

/** Trait effects: price factors relative to a reference value. */
export type Premia = PremiaSchema;
/** One value of a trait, with a factor or the reason why it has none. */
export type PremiumValue = Premia['values'][number];
/** The values of a trait within one decade. */
export type PremiaPeriod = NonNullable<Premia['periods']>[number];

/** The members of `meta` that the page reads. */
export interface Meta {
  filters: Record<string, unknown>;
  data_version: string;
  as_of: string;
  sort?: string;
  facets?: Facets;
  hints?: {
    parameter: string;
    value: string;
    message: string;
    nearest: string[];
    filter?: Record<string, string>;
  }[];
  total_groups?: number;
  ungrouped_lots?: number;
  undated_lots?: number;
  imprecise_date_lots?: number;
  synthetic_lots?: number;
  as_of_date?: string | null;
  multi_stone_lots?: number;
  excluded_synthetic_lots?: number;
  status?: string;
  excluded?: { lots: number; objects: number };
  prices?: Prices;
  left_out?: { lots: number };
  lots_without_estimates?: number;
}

/** A response of the API. */
export interface Answer<Data> {
  data: Data;
  pagination: Pagination | null;
  meta: Meta;
}

/** A period of a price index. */
export type IndexPeriod = PriceIndex['periods'][number];
/** The coefficient of one column of its regression. */
export type Coefficient = NonNullable<PriceIndex['model']['regression']>['coefficients'][number];

/** A band of weights of a size curve. */
export type SizeBand = SizeCurve['bands'][number];
/** The price difference around a weight. */
export type SizeJump = SizeCurve['jumps'][number];

/** A lot, compared with the stone. */
export type ComparableLot = Comparables['lots'][number];

/** The data of /stats. */
export type Overview = PublishedTotals & {
  first_auction_date: string | null;
  last_auction_date: string | null;
  price_usd: Summary;
  price_per_carat_usd: Summary;
  carat: Summary;
};

/** A typed phrase as filters. */
export interface Interpretation {
  filter: Record<string, string>;
  q: string | null;
  lots: number;
  /** The place of the page that answers the phrase. */
  asks_for: 'lots' | 'value' | 'records' | 'houses' | 'prices';
  /** The weight of the stone whose value is asked for. */
  carat: number | null;
  parts: { text: string; kind: string; filter: Record<string, string>; label: string }[];
  corrections: { text: string; parameter: string; value: string }[];
}

/** A known name. */
export interface KnownName {
  name: string;
  synonyms: string[];
  lots: number;
}

/** The known names that the page explains. */
export interface Vocabulary {
  treatments: KnownName[];
  object_types: KnownName[];
}

/** One suggestion. */
export interface Suggestion {
  text: string;
  type: 'gem_type' | 'origin' | 'auction_house' | 'title' | 'combination';
  lots: number;
  filter: Record<string, string>;
  matched: string | string[];
}
