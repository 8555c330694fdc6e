import { text } from '../text/text.ts';

const { origin, treatment, auction_house } = text.fields;

/** The texts of the views of prices, in English; separate from the others, because they are loaded with these views. */
export const pricesText = {
  chooseTitle: 'Choose a gem',
  choose: 'This view shows one gem at a time.',
  leftOut: (what: string) => `Excludes ${what}.`,
  formula:
    'Formula (ln is the natural logarithm): ln(price per carat) = weight + weight² (both of ln(carat)) + origin + treatment + auction house + period.',

  index: {
    heading: (gem: string) => `${gem}: price index`,
    title: 'Price index',
    unit: (base: string) => `${base} = 100`,
    compare: 'Compare with',
    anyGem: 'another gem',
    anyYear: 'any year',
    unknown: (gem: string) => `${gem}: too few lots to tell`,
    within: (low: string, high: string) => `95% interval ${low} to ${high}`,
    tooFew:
      'Too few lots for an index: it needs two periods with five comparable lots each. Remove a filter, widen the years, or show years instead of quarters.',
    columns: {
      period: 'Period',
      index: 'Index',
      interval: '95% interval',
      median_index: 'Median of all lots, same base',
      n: 'Lots',
      gap: 'Reason for no index',
    },
  },

  traits: {
    heading: (gem: string) => `${gem}: weight and traits`,
    title: 'Price factors of traits',
    lead: 'Price per carat relative to the reference, for the same weight, year and other traits. Line: the range that very likely contains the true factor (95% interval).',
    guide:
      'A factor of 2× means that a stone with this value sells for twice the price per carat of a stone with the reference value, if weight, period and other traits are the same. Where the interval includes 1×, the difference may be chance. A value has no factor where its lots share no weights or years with the reference.',
    trait: 'Trait',
    traits: { origin, treatment, auction_house },
    columns: {
      name: 'Value',
      picture: 'Factor on a logarithmic axis',
      value: 'Factor',
      refused: 'Reason for no factor',
    },
    isReference: 'reference',
    refusals: {
      no_common_weight: 'not compared: no weights in common with the reference',
      no_common_period: 'not compared: no years in common with the reference',
      not_separable: 'not compared: cannot be separated from other traits',
    },
  },

  sizeCurve: {
    title: 'Price per carat by weight',
    position: 'Weight from',
    columns: {
      carat_from: 'From (carats)',
      carat_below: 'Below (carats)',
      elasticity: 'Effect of twice the weight',
    },
  },

  reasons: {
    unsold: 'not sold',
    unweighed: 'without a weight',
    unpriced: 'without a price',
    multi_stone: 'of several stones',
    undated: 'without a date',
    dated_by_year_only: 'dated by year only',
    thin_periods: 'in periods with fewer than five lots',
    before_price_index: 'sold before the consumer price index begins',
  },

  /** The note on backtests. */
  scorecard: {
    comparables: (lots: string, gem: string, error: string, held: string, grade: string | null) =>
      `Tested against ${lots} later sale${lots === '1' ? '' : 's'} of ${gem}: typical error ${error}; the range contained ${held} of prices.${grade === null ? '' : ` Grade ${grade}, from A to F.`}`,
    untested: (gem: string) => `Not tested: too few sales of ${gem}.`,
    otherFilters: 'Not tested with these filters.',
    outdated: 'The test used an earlier version of the data.',
    more: 'How accurate our figures are',
  },

  records: {
    of: 'Record',
    ofs: { price_per_carat: 'Price per carat', price: 'Price' },
    standing: 'current record',
    notDated: 'day not known',
    equal: (lots: string) => `shared with ${lots} on the same day`,
    days: (count: number, shown: string) =>
      `${shown} ${new Intl.PluralRules('en').select(count) === 'one' ? 'day' : 'days'}`,
    years: (shown: string) => `${shown} years`,
    multiStone: (lots: string) => `Excludes ${lots} of several stones.`,
    samples: (lots: string) => `Excludes ${lots} generated as samples, which never set a record.`,
    more: (shown: string, total: string) => `Shows the first ${shown} of ${total} records.`,
    columns: {
      since: 'Since',
      increase: 'Increase',
      stood: 'Stood for',
      lot: 'Lot',
    },
  },
};
