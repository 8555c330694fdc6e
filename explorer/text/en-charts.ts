/** The texts that charts share: findings as headlines, and how to read each chart. */
export const enCharts = {
  guide: 'How to read this chart',
  version: (version: string) => `data version ${version}`,
  unfinished: (period: string) => `${period} is not over: its figures will change.`,
  soFar: (period: string) => `${period} so far`,
  perCarat: (unit: string) => `${unit} per carat`,
  lots: 'Lots',
  share: 'Share of lots',
  allGems: 'Lots of these filters',

  change: {
    up: (what: string, share: string, from: string, to: string) =>
      `${what} rose ${share} from ${from} to ${to}`,
    down: (what: string, share: string, from: string, to: string) =>
      `${what} fell ${share} from ${from} to ${to}`,
    flat: (what: string, from: string, to: string) => `${what} hardly changed from ${from} to ${to}`,
  },
  medianOf: (gem: string) => `The median price of ${gem} per carat`,
  levelOf: (gem: string) => `Like-for-like prices of ${gem}`,
  sold: (share: string, period: string) => `${share} of the lots sold in ${period}`,
  dearest: (name: string, median: string) => `${name} leads, at a median of ${median} per carat`,
  record: (amount: string, month: string) => `${amount} since ${month} is the record`,
  bySize: (heavy: string, light: string, times: string) =>
    `A stone of ${heavy} costs ${times} times as much per carat as one of ${light}`,

  trend: {
    lead: 'Median price per carat of sold lots. The band is the middle half; the strokes are 95% intervals.',
    guide:
      'The line joins the medians: half of the lots sold for more per carat, half for less. The band covers the middle half of the lots. The vertical strokes show how well each median is known; a long stroke means that chance alone could move it that far. Below, each bar is the number of lots: sold in the strong color, not sold in the pale one. Hollow points rest on fewer than five priced lots. Different stones sell each year, so a rise may come from better stones; the price index compares like with like.',
  },
  rate: {
    lead: 'Sold lots as a share of all lots offered.',
    guide:
      'A lot counts as offered if it either sold or failed to sell; withdrawn lots do not count. Some sources list sold lots only, which pushes this share up.',
  },
  heat: {
    lead: 'Median price per carat in each weight class; below it, the number of priced lots.',
    guide:
      'A stronger color means a higher price. Cells without color rest on fewer than five priced lots. Each cell leads to its lots.',
  },
  bars: {
    lead: 'Median price per carat; the stroke is its 95% interval.',
    guide:
      'The names are ordered by their median. Where two strokes overlap, the order of the two may be chance. Stones differ between rows in weight, treatment and year; the view of traits compares like with like.',
  },
  multiples: {
    title: 'Price per carat over time, gem by gem',
    lead: 'Median price per carat of sold lots by year, for the gems with the most lots. Each chart has its own scale.',
    guide:
      'A median over all gems would follow the mix of gems, not their prices: a year with many spinels and few diamonds would look cheap. Each chart therefore shows one gem. The label is the newest complete year. Years with fewer than five priced lots are left out.',
    none: 'No gem has enough priced lots in two years to draw a line.',
    open: (gem: string) => `Market of ${gem}`,
    label: (gem: string, from: string, low: string, to: string, high: string) =>
      `${gem}: ${low} per carat in ${from}, ${high} in ${to}`,
    choose: 'Choose a gem to compare its origins and auction houses:',
  },
  index: {
    lead: 'Price level of comparable stones, with its 95% interval. Dashed: the plain median.',
    guide:
      'The index compares like with like: it holds weight, origin, treatment and auction house constant, so that a year of better stones does not look like a year of higher prices. The base period is 100. The band and the strokes are the 95% interval. The dashed line is the plain median of sold lots. Gray periods have no index, and the line is interrupted there.',
    axis: 'Index',
  },
  worth: {
    lead: 'Price per carat, all else equal, relative to the reference. The line is the 95% interval.',
    guide:
      'Each row compares the price per carat with the reference of its group, which is the value with the most lots, while the other traits, the weight and the period stay the same. +50% means half as much again. Where the line crosses 0%, the difference may be chance.',
  },
  curve: {
    lead: 'Median price per carat by weight. Dark: the middle half of the lots. Pale: the middle 80%.',
    guide:
      'Each step is a band of weights, and the lines mark round weights. The line with points is the median of sold lots, and a stroke is its 95% interval. Where a band has no lots, the chart is gray and the line is interrupted.',
  },
  elasticity: {
    lead: 'Change in the price per carat for one percent more weight. Above 0, heavier stones cost more per carat.',
    guide:
      'The value at a weight is estimated from the lots of that band and of two bands on each side, so neighbors share lots. The strokes are 95% intervals. Where a stroke crosses 0, the price per carat may not depend on the weight there.',
    axis: 'Elasticity',
  },
  jumps: {
    lead: 'Price per carat just above a round weight, relative to just below it. The stroke is the 95% interval.',
    guide:
      'Two lines are fitted: one to the lots up to a fifth lighter than the round weight, one to those up to a quarter heavier. The jump is the gap between the two lines at the round weight. Where the stroke includes 0, there may be no jump.',
  },
  records: {
    lead: 'Highest price up to each month. Each step is a lot that beat all earlier ones.',
  },
};

/** The type that a translation must have. */
export type ChartsText = typeof enCharts;
