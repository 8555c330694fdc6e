/** The texts of the view of prices by weight. */
export const sizeCurveText = {
  heading: (gem: string) => `${gem}: price per carat by weight`,

  curve: {
    title: 'Price per carat by weight',
    plotLabel: (gem: string) => `Price per carat of ${gem} by weight, and the number of lots in each band`,
    scrub: 'Weight band shown',
    weights: 'Weight',
    bars: 'Bars: number of lots in each weight band.',
    thin: 'Hollow: fewer than five lots, too few to be reliable.',
    none: 'no lots',
    most: 'Middle 80%',
  },

  elasticity: {
    title: 'Price effect of twice the weight',
    plotLabel: (gem: string) => `Price per carat of ${gem} for twice the weight, around each weight`,
    none: 'cannot be estimated: fewer than ten lots, or all of one weight',
    over: 'Estimated from',
  },

  jumps: {
    title: 'Price jumps at round weights',
    name: 'At',
    picture: 'Chart of jumps',
    value: 'Jump',
    both: (below: string, above: string) => `${below} + ${above}`,
    gaps: {
      too_few_lots: 'fewer than ten lots on one side',
      one_weight: 'all lots on one side have the same weight',
    },
    file: {
      below: 'Lots below',
      above: 'Lots above',
      gap: 'Reason for no jump',
    },
  },

  facts: {
    title: 'Calculation',
    bands: 'Weight bands',
    bandsOf: (n: string, times: string) => `${n}; the upper end of each is ${times} times its lower end`,
    limits: 'Limits',
    limit:
      'The curve shows what stones of each weight sold for, not what one stone would be worth if it were heavier. Origin, treatment and year are not held constant: filter by them, or see the price index. Cutters aim for weights just above a round number.',
  },

  columns: {
    carat_from: 'From (carats)',
    carat_below: 'Below (carats)',
    n: 'Lots',
    p10: '10%',
    p25: '25%',
    p75: '75%',
    p90: '90%',
    elasticity: 'Price per carat for twice the weight',
    low: '95% interval from',
    high: '95% interval to',
    window: 'Lots used for the estimate',
  },
};
