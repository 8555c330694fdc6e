import { sizeCurveText } from './size-curve-text.ts';

/** The texts of the views of prices, in English; separate from the others, because they are loaded with these views. */
export const pricesText = {
  chooseTitle: 'Choose a gem',
  choose: 'This view shows one gem at a time.',
  unusableTitle: 'None of these lots can be used',
  leftOutOf: (what: string) => `Excluded: ${what}. Remove a filter or widen a range.`,

  index: {
    heading: (gem: string) => `${gem}: price index`,
    title: 'Price index',
    base: '100 in',
    compare: 'Compare with',
    anyGem: 'another gem',
    compared: {
      title: 'Price indexes compared',
      unknown: (gem: string) => `${gem}: too few lots to tell`,
      lead: (base: string) =>
        `Each line is the price level of comparable stones of one gem, 100 in ${base}. Vertical lines: 95% intervals.`,
      figures: (index: string, low: string, high: string, n: string) =>
        `${index} (${low} to ${high}), ${n} lots`,
      none: (gem: string, reason: string) => `${gem} has no index: ${reason}.`,
    },
    plotLabel: (gem: string) => `Price index of ${gem}, and the number of lots in each period`,
    none: 'none',
    isBase: '100 by definition',
    gaps: {
      too_few_lots: 'fewer than five lots',
      base_has_no_index: 'the base period has none',
      not_comparable: 'cannot be separated from other differences',
      too_few_lots_in_all: 'too few lots in total for the model',
    },
    gapNote: (reason: string, periods: string) => `No index, ${reason}: ${periods}.`,
    manyPeriods: (shown: string) => `${shown} periods, listed in the table`,
    bars: 'Bars: number of lots in each period.',
    columns: {
      period: 'Period',
      index: 'Index',
      low: '95% interval from',
      high: '95% interval to',
      median_index: 'Median of all lots, same base',
      median: 'Median per carat',
      n: 'Lots',
      gap: 'Reason for no index',
    },
  },

  model: {
    title: 'Index calculation',
    formula: 'Formula (ln is the natural logarithm)',
    regression:
      'ln(price per carat) = weight + weight² (both of ln(carat)) + origin + treatment + auction house + period',
    basis: 'Prices',
    lots: 'Lots',
    leftOut: 'Excluded',
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
    fit: 'How well it fits',
    fitOf: (share: string, factor: string) =>
      `weight, traits, house and time explain ${share} of the price differences; about two of three lots sold for at most ${factor} times the calculated price, and at least that price divided by ${factor}`,
    errors: 'Intervals',
    intervals: 'wider where the lots of one sale sold at similar prices',
  },

  sizeCurve: sizeCurveText,
  /** The note on backtests. */
  scorecard: {
    comparables: (lots: string, gem: string, error: string, held: string, grade: string | null) =>
      `Tested against ${lots} later sale${lots === '1' ? '' : 's'} of ${gem}: typical error ${error}; the range contained ${held} of prices.${grade === null ? '' : ` Grade ${grade}, from A to F.`}`,
    index: (years: string, gem: string, revision: string, letter: string | null) =>
      `Tested on ${years} year${years === '1' ? '' : 's'} of ${gem}: first estimates of a year’s change were later revised by ${revision} on average.${letter === null ? '' : ` Stability: ${letter}.`} This does not show whether the stones became better in ways that the data does not record.`,
    untested: (gem: string) => `Not tested: too few sales of ${gem}.`,
    otherFilters: 'Not tested with these filters.',
    outdated: 'The test used an earlier version of the data.',
    more: 'How accurate our figures are',
  },

  records: {
    title: 'Record price over time',
    of: 'Record',
    ofs: { price_per_carat: 'Price per carat', price: 'Price' },
    band: 'Carats',
    anyBand: 'Any',
    steps: 'Records, newest first',
    standing: 'current record',
    stood: (time: string) => `stood for ${time}`,
    notDated: 'day not known',
    by: (share: string, earlier: string | null) =>
      `${share} over the previous record${earlier === null ? '' : `, which stood for ${earlier}`}`,
    byUsd: (amount: string) => `${amount} over the previous record`,
    first: 'first in the data',
    equal: (lots: string) => `shared with ${lots} on the same day`,
    days: (count: number, shown: string) =>
      `${shown} ${new Intl.PluralRules('en').select(count) === 'one' ? 'day' : 'days'}`,
    years: (shown: string) => `${shown} years`,
    multiStone: (lots: string) => `Excludes ${lots} of several stones.`,
    samples: (lots: string) => `Excludes ${lots} generated as samples, which never set a record.`,
    more: (shown: string, total: string) => `Shows the first ${shown} of ${total} records.`,
    none: 'none yet',
    readout: { record: 'Record', lot: 'Lot', since: 'Since' },
    columns: {
      since: 'Since',
      value: 'US$',
      increase: 'Increase',
      stood: 'Days as record',
      lot: 'Lot',
    },
  },
};
