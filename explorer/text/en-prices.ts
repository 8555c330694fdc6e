import { enComparables } from './en-comparables.ts';
import { enScorecard } from './en-scorecard.ts';
import { enSizeCurve } from './en-size-curve.ts';

/** The texts of the views of prices, in English; separate from the others, because they are loaded with these views. */
export const enPrices = {
  chooseTitle: 'Which gem?',
  choose: 'Prices of several gem types cannot be compared. Choose one.',
  unusableTitle: 'None of these lots can be used',
  leftOutOf: (what: string) => `Left out: ${what}.`,
  noMatch: 'No lot meets these filters.',

  index: {
    heading: (gem: string) => `The price level of ${gem}`,
    title: 'Price index',
    method: 'Method',
    methods: { hedonic: 'Like with like', median: 'Median' },
    base: '100 in',
    plotLabel: (gem: string) => `Price index of ${gem}, and the lots of each period`,
    readout: {
      index: 'Index',
      interval: '95% interval',
      median: 'Median as an index',
      perCarat: 'Median per carat',
      n: 'Lots',
    },
    none: 'none',
    isBase: '100 by definition',
    gaps: {
      too_few_lots: 'fewer than five lots',
      base_has_no_index: 'the base has none',
      not_comparable: 'cannot be separated from other differences',
      too_few_lots_in_all: 'too few lots in total for the model',
    },
    gapNote: (reason: string, periods: string) => `No index, ${reason}: ${periods}.`,
    manyPeriods: (shown: string) => `${shown} periods, named in the table`,
    bars: 'Bars: the number of lots in each period.',
    cut: 'Some intervals extend beyond the chart; the table has their ends.',
    columns: {
      period: 'Period',
      index: 'Index',
      low: 'Interval from',
      high: 'to',
      median_index: 'Median as an index',
      median: 'Median per carat',
      n: 'Lots',
      gap: 'Why none',
    },
  },

  model: {
    title: 'How the index is calculated',
    formula: 'Formula',
    basis: 'Prices',
    lots: 'Lots',
    leftOut: 'Left out',
    none: 'none',
    reasons: {
      unsold: 'not sold',
      unweighed: 'without a weight',
      unpriced: 'without a price',
      multi_stone: 'of several stones',
      undated: 'without a date',
      dated_by_year_only: 'dated by year only',
      thin_periods: 'in periods with fewer than five lots',
      before_price_index: 'sold before the consumer price index begins',
      price_outliers: 'with an implausible price',
    },
    fit: 'Fit',
    fitOf: (share: string, error: string) =>
      `explains ${share} of the differences in ln(price per carat); the residuals have a standard deviation of ${error}`,
    weight: 'Weight',
    weightOf: (change: string, carats: string) =>
      `ten percent more weight than ${carats}: ${change} per carat`,
    errors: 'Intervals',
    errorsOf: {
      sale_components: 'allow for lots of one sale that are priced alike',
      classical: 'treat all lots as independent (classical)',
    },
    pooled: 'Pooled',
    noRegression: 'There is no regression: prices are compared without adjustment.',
  },

  worth: {
    title: 'Price effect of each trait',
    trait: 'Trait',
    category: 'Which',
    picture: 'Difference and interval, drawn',
    low: 'Interval from',
    high: 'to',
    effect: 'Difference',
    interval: '95% interval',
    n: 'Lots',
    factors: { origin: 'Origin', treatment: 'Treatment', auction_house: 'House' },
    unknown: 'Not known',
    pool: 'All others',
    reference: 'the reference',
    between: (low: string, high: string) => `${low} to ${high}`,
    notEstimated: 'cannot be estimated',
  },

  comparables: enComparables,

  sizeCurve: enSizeCurve,
  scorecard: enScorecard,

  records: {
    title: 'The record over time',
    of: 'Record of',
    ofs: { price_per_carat: 'Price per carat', price: 'Price' },
    band: 'Carats',
    anyBand: 'Any',
    steps: 'The records, newest first',
    standing: 'still stands',
    stood: (time: string) => `stood ${time}`,
    by: (share: string, earlier: string) => `${share} above the previous record, which had stood ${earlier}`,
    byUsd: (amount: string) => `${amount} above the previous record`,
    first: 'the first in the data',
    equal: (lots: string) => `with ${lots} of the same day at the same price`,
    days: (count: number, shown: string) =>
      `${shown} ${new Intl.PluralRules('en').select(count) === 'one' ? 'day' : 'days'}`,
    years: (shown: string) => `${shown} years`,
    multiStone: (lots: string) => `Left out: ${lots} of several stones.`,
    more: (shown: string, total: string) => `The first ${shown} of ${total} records.`,
    none: 'none yet',
    readout: { record: 'Record', lot: 'Lot', since: 'Since' },
    columns: {
      since: 'Counts from',
      value: 'US$',
      increase: 'Above the previous record',
      stood: 'Days it stood',
      lot: 'Lot',
    },
  },
};

/** The type that a translation must have. */
export type PricesText = typeof enPrices;
