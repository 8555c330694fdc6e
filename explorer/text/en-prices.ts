import { enComparables } from './en-comparables.ts';
import { enSizeCurve } from './en-size-curve.ts';

/** The texts of the views of prices, in English; apart from the others, as they are fetched with these views. */
export const enPrices = {
  chooseTitle: 'Which gem?',
  choose: 'Prices of several types of gem have nothing in common to compare. Choose one.',
  unusableTitle: 'None of these lots can be used',
  leftOutOf: (what: string) => `Left out: ${what}.`,
  noMatch: 'No lot meets these filters.',

  index: {
    heading: (gem: string) => `The price level of ${gem}`,
    title: 'Price index',
    lead: 'The line with points is the index, the band and the strokes its 95 % interval; the dashed line is the plain median of what was sold. Where a period has no index, the picture is grey and no line goes through.',
    method: 'Method',
    methods: { hedonic: 'Like with like', median: 'Median' },
    base: '100 in',
    plotLabel: (gem: string) => `Price index of ${gem}, and the lots of each period`,
    readout: {
      index: 'Index',
      interval: '95 % interval',
      median: 'Median as an index',
      perCarat: 'Median a carat',
      n: 'Lots',
    },
    none: 'none',
    isBase: '100 by definition',
    gaps: {
      too_few_lots: 'fewer than five lots',
      base_has_no_index: 'the base has none',
      not_comparable: 'cannot be told from what else differs',
      too_few_lots_in_all: 'too few lots in all for the model',
    },
    gapNote: (reason: string, periods: string) => `No index, ${reason}: ${periods}.`,
    manyPeriods: (shown: string) => `${shown} periods, named in the table`,
    bars: 'Bars: the lots that each period rests on.',
    cut: 'Some intervals reach beyond the picture; the table has their ends.',
    columns: {
      period: 'Period',
      index: 'Index',
      low: 'Interval from',
      high: 'to',
      median_index: 'Median as an index',
      median: 'Median a carat',
      n: 'Lots',
      gap: 'Why none',
    },
  },

  model: {
    title: 'What the index rests on',
    formula: 'Formula',
    basis: 'Prices',
    lots: 'Lots',
    leftOut: 'Left out',
    none: 'none',
    reasons: {
      unsold: 'unsold',
      unweighed: 'without a weight',
      unpriced: 'without a price',
      multi_stone: 'of several stones',
      undated: 'without a date',
      dated_by_year_only: 'dated by the year alone',
      thin_periods: 'in periods with fewer than five',
    },
    fit: 'Fit',
    fitOf: (share: string, error: string) =>
      `explains ${share} of the differences in ln(price per carat); what is left has a standard deviation of ${error}`,
    weight: 'Weight',
    weightOf: (change: string, carats: string) =>
      `ten per cent more weight than ${carats}: ${change} a carat`,
    errors: 'Intervals',
    errorsOf: {
      hc1: 'allow for lots that vary unequally (HC1)',
      classical: 'take all lots to vary alike (classical)',
    },
    pooled: 'Pooled',
    noRegression: 'There is no regression behind it: prices are compared as they are.',
  },

  worth: {
    title: 'What a trait is worth',
    lead: 'By how much the price per carat differs, all else equal; the stroke is the 95 % interval. The one that has most lots is the measure of the others.',
    trait: 'Trait',
    category: 'Which',
    picture: 'Difference and interval, drawn',
    low: 'Interval from',
    high: 'to',
    effect: 'Difference',
    interval: '95 % interval',
    n: 'Lots',
    factors: { origin: 'Origin', treatment: 'Treatment', auction_house: 'House' },
    unknown: 'Not known',
    pool: 'All others',
    reference: 'the measure',
    between: (low: string, high: string) => `${low} to ${high}`,
    untold: 'cannot be told',
  },

  comparables: enComparables,

  sizeCurve: enSizeCurve,

  records: {
    title: 'The record over time',
    lead: 'The highest price up to each month, among lots with a date. A step is a lot that beat all before it.',
    of: 'Record of',
    ofs: { price_per_carat: 'Price per carat', price: 'Price' },
    band: 'Carats',
    anyBand: 'Any',
    steps: 'The records, newest first',
    standing: 'still stands',
    stood: (time: string) => `stood ${time}`,
    by: (share: string, earlier: string) => `${share} on the one before, which had stood ${earlier}`,
    byUsd: (amount: string) => `${amount} above the one before`,
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
      increase: 'On the one before',
      stood: 'Days that it stood',
      lot: 'Lot',
    },
  },
};

/** What a translation of them has to hold. */
export type PricesText = typeof enPrices;
