/** The texts of the view of prices by weight. */
export const enSizeCurve = {
  heading: (gem: string) => `${gem}: price per carat by weight`,

  curve: {
    title: 'Price per carat by weight',
    plotLabel: (gem: string) => `Price per carat of ${gem} by weight, and the lots of each band`,
    scrub: 'Weights shown',
    weights: 'Weights',
    bars: 'Bars: the lots of each band. Lines mark round weights.',
    thin: 'Hollow: fewer than five lots, too few for reliable figures, and no quantiles are drawn.',
    none: 'no lot',
    readout: {
      median: 'Median',
      interval: '95% interval',
      half: 'Middle half',
      most: 'Middle 80%',
      n: 'Lots',
    },
  },

  elasticity: {
    title: 'Effect of one percent more weight',
    plotLabel: (gem: string) => `Local elasticity of the price per carat of ${gem} by weight`,
    cut: 'Some intervals extend beyond the chart; the table has their ends.',
    none: 'cannot be estimated: fewer than ten lots, or all of one weight',
    readout: { elasticity: 'Elasticity', interval: '95% interval', over: 'Estimated over', n: 'Lots' },
  },

  jumps: {
    title: 'Jumps at round weights',
    at: 'At',
    picture: 'Jump and interval, drawn',
    jump: 'Jump',
    interval: '95% interval',
    error: 'Error',
    below: 'Lots below',
    above: 'Lots above',
    between: (low: string, high: string) => `${low} to ${high}`,
    errorNote: 'The error is the standard error of the jump in logarithms: 0.05 is about 5%.',
    gaps: {
      too_few_lots: 'fewer than ten lots on a side',
      one_weight: 'all lots of a side have one weight',
    },
    file: { ln_jump: 'Jump, logarithm', low: 'Interval from', high: 'to', gap: 'Why none' },
  },

  facts: {
    title: 'How the curve is calculated',
    bands: 'Bands',
    bandsOf: (n: string, times: string) =>
      `${n}, each ${times} times as heavy at its end as at its beginning`,
    limits: 'Limits',
    limit:
      'The curve shows what was sold at which weight, not what a stone would be worth if it were heavier. Heavy stones differ in more than weight: origin, treatment and year are not held constant. Filter by them, or see the price index. Weights just above a round number are chosen by the cutter.',
  },

  columns: {
    carat_from: 'From, carats',
    carat_below: 'Below',
    n: 'Lots',
    median: 'Median',
    median_low: 'Interval from',
    median_high: 'to',
    p10: '10%',
    p25: '25%',
    p75: '75%',
    p90: '90%',
    elasticity: 'Elasticity',
    standard_error: 'Error',
    low: 'Interval from',
    high: 'to',
    window: 'Lots used for the estimate',
  },
};
