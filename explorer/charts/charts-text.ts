import { text } from '../text/text.ts';

/** The texts that charts share: what each chart shows, and how to read it. */
export const chartsText = {
  guide: 'How to read this chart',
  glossary: 'Terms are explained in the glossary.',
  version: (version: string) => `data version ${version}`,
  unfinished: (period: string) => `${period} is not over, so its figures will change.`,
  soFar: (period: string) => `${period} so far`,
  perCarat: (unit: string) => `${unit} per carat`,
  cut: 'Some intervals extend beyond the chart. See the table for their ends.',
  lots: 'Lots',
  share: 'Share of lots',

  trend: {
    lead: 'Median price per carat of all lots sold, whatever their weight and quality. Band: middle 50%.',
    guide:
      'Half of the lots sold for more per carat than the median, half for less. The band covers the middle 50% of lots. A vertical line is the 95% interval of a median: a long line means that the median is uncertain. The bars count the lots: sold in the strong color, not sold in the pale color. Hollow points have fewer than five priced lots. Different stones sell each year, so a rise can come from better stones. The price index compares like with like.',
  },
  rate: {
    lead: 'Sold lots as a share of lots offered.',
    guide:
      'Offered lots are those that sold or failed to sell, without withdrawn lots. Some sources list sold lots only, which raises this share.',
  },
  heat: {
    lead: 'Median price per carat in each weight class, above the number of priced lots.',
    guide:
      'A stronger color means a higher price. Cells without color have fewer than five priced lots. Select a cell to see its lots.',
  },
  bars: {
    lead: 'Median price per carat: half of the lots sold for more. Line: the range that very likely contains it (95% interval).',
    guide:
      'Rows are sorted by median. Where two intervals overlap, the order may be chance. The stones of two rows differ in weight, treatment and year. “Traits” compares like with like.',
  },
  multiples: {
    title: 'Price per carat over time by gem',
    lead: 'Median price per carat by year. All charts share one logarithmic scale: the same height is the same price.',
    guide:
      'A median over all gems would follow the mix of gems, not their prices: a year with many spinels and few diamonds would look cheap. So each chart shows one gem. The last label is the latest complete year. Years with fewer than five priced lots are excluded.',
    none: 'No gem has enough priced lots in two years. Remove a filter or widen a range.',
    others: 'Too few priced lots for a chart:',
    open: (gem: string) => `Market of ${gem}`,
    label: (gem: string, from: string, low: string, to: string, high: string) =>
      `${gem}: ${low} per carat in ${from}, ${high} in ${to}`,
  },
  index: {
    same: (claim: string) => `${claim}, for the same weight, origin, treatment and house`,
    lead: 'Price level of comparable stones. Band: the range that very likely contains it (95% interval). Dashed line: median of all lots sold.',
    guide:
      'The index compares like with like: it holds weight, origin, treatment and auction house constant, so a year of better stones does not look like a year of higher prices. The base period is 100. The band and the vertical lines are 95% intervals: long ones mean few or very different lots. The dashed line is the median of all sold lots, which half of them exceed. Gray periods have no index.',
    axis: 'Index',
  },
  curve: {
    lead: 'Median price per carat by weight. Dark band: middle 50% of lots. Pale band: middle 80%.',
    guide:
      'Each point is the median of the sold lots in one weight band, with its 95% interval as a vertical line. The labeled lines mark round weights. Gray bands have no lots.',
  },
  elasticity: {
    lead: 'How much more a stone of twice the weight costs per carat, if prices rise as they do around each weight. Above 0%, heavier stones cost more per carat.',
    guide:
      'Each value is estimated from the lots of its band and of two bands on each side, so neighboring values share lots. On the way to twice the weight, prices may rise faster or slower. Vertical lines are the ranges that very likely contain the value (95% intervals). Where one crosses 0%, the price per carat may not depend on weight.',
    axis: 'Price per carat for twice the weight',
  },
  jumps: {
    lead: 'Price per carat just above a round weight, relative to just below it. Lots: below + above.',
    guide:
      'One line is fitted to the lots up to 20% lighter than the round weight, another to the lots up to 25% heavier. The jump is the gap between the two lines at the round weight. Where the interval includes 0%, there may be no jump.',
  },
  records: {
    lead: 'Highest price to date, by month. Each step is a lot that beat all earlier lots.',
  },

  /** The texts of all figures and of the market. */
  market: {
    heading: (gem: string) => `${gem}: market`,
    interval: 'Period',
    intervals: { year: 'Years', quarter: 'Quarters', month: 'Months' },
    scale: 'Scale',
    scales: { linear: 'Linear', log: 'Logarithmic' },
    trend: 'Price per carat over time',
    lotsLegend: 'Bars: lots sold (strong color) and not sold (pale color).',
    lowSample: 'Hollow or gray: fewer than five priced lots, too few to be reliable.',
    sellThrough: 'Share sold over time',
    heat: 'Price per carat by gem and weight',
    heatTop: (shown: string, total: string) => `Shows the ${shown} gems with the most lots, of ${total}.`,
    origins: 'Price per carat by origin',
    houses: 'Price per carat by auction house',
    barsTop: (shown: string, total: string) => `Shows the ${shown} with the most lots, of ${total}.`,
    ungrouped: (lots: string) => `Excludes ${lots} without this value.`,
    undated: (lots: string) => `Excludes ${lots} without a date.`,
    imprecise: (lots: string) => `Excludes ${lots} dated by year only.`,
    scrub: 'Period shown',
    noPriced: 'no priced lots',
    readout: { interval: '95% interval', quartiles: 'Middle 50%', change: 'Change' },
    table: 'Figures as a table',
    png: 'PNG',
    csv: 'CSV',
    saveAs: (format: string, what: string) => `Save “${what}” as ${format}`,
    columns: {
      period: 'Period',
      lots: 'Lots',
      sold_lots: 'Sold',
      sell_through_rate: 'Share sold',
      n: 'Priced lots',
      median: 'Median',
      median_low: '95% interval from',
      median_high: '95% interval to',
      p25: '25% sold below',
      p75: '75% sold below',
      ...text.fields,
    },
    cell: {
      before: (gem: string, band: string) => `${gem}, ${band} carats: median `,
      between: ' per carat, ',
      after: ' priced',
    },
    source: (host: string) => `Source: Gemstone Auction Data Service, ${host}`,
    includesSamples: (lots: string) => `Includes generated samples, not real sales: ${lots}.`,
  },
};
