import { text } from '../text/text.ts';

/** The texts that charts share: what each chart shows, and how to read it. */
export const chartsText = {
  guide: 'How to read this chart',
  glossary: 'Terms are explained in the glossary.',
  version: (version: string) => `data version ${version}`,
  unfinished: (period: string) => `${period} is not over, so its figures will change.`,
  soFar: (period: string) => `${period} so far`,
  perCarat: (unit: string) => `${unit} per carat`,
  allLots: 'All lots',
  cite: 'Cite this figure',
  citation: 'Citation',
  before: (lots: string, period: string) => `${lots} before ${period} are in the table only.`,
  share: 'Share of lots',

  trend: {
    lead: 'Median price per carat of all lots sold, whatever their weight and quality. Band: middle 50%.',
    guide:
      'Half of the lots sold for more per carat than the median, half for less. The band covers the middle 50% of lots. A vertical line is the 95% interval of a median: a long line means that the median is uncertain. The bars count the lots: sold in the strong color, not sold in the pale color. Hollow points have fewer than five priced lots. Different stones sell each year, so a rise can come from better stones. The price index compares like with like.',
  },
  rate: {
    lead: 'Sold lots as a share of those that sold or failed to sell, without withdrawn lots.',
    guide:
      'The number of lots that sold or failed to sell stands after the share. Some sources list sold lots only, which raises this share.',
  },
  heat: {
    lead: 'Median price per carat in each weight class, above the number of priced lots.',
    guide:
      'A stronger color means a higher price. Cells without color have fewer than five priced lots. Select a cell to see its lots.',
  },
  bars: {
    lead: 'Median price per carat: half of the lots sold for more. Line: the range that very likely contains it (95% interval).',
    guide:
      'Rows are sorted by median. Faded: fewer than five lots. Where two intervals overlap, the order may be chance. The stones of two rows differ in weight, treatment and year. “Weight and traits” compares like with like.',
  },
  multiples: {
    title: 'Price per carat over time by gem',
    lead: 'Median price per carat by year, with its change from the first year shown to the last. Each chart has a scale of its own.',
    guide:
      'A median over all gems would follow the mix of gems, not their prices: a year with many spinels and few diamonds would look cheap. So each chart shows one gem, on a logarithmic scale from its lowest year to its highest. The last label is the latest complete year. Years with fewer than five priced lots are excluded.',
    none: 'No gem has enough priced lots in two years. Remove a filter or widen a range.',
    others: 'Too few priced lots for a chart:',
    label: (gem: string, from: string, to: string, change: string) =>
      `Market of ${gem}. Per carat, ${from}, ${to}, ${change}`,
  },
  index: {
    lead: 'Price level of comparable stones: same weight, origin, treatment and house. Vertical lines: 95% intervals. Bars: lots.',
    guide:
      'The index compares like with like: it holds weight, origin, treatment and auction house constant, so a year of better stones does not look like a year of higher prices. The first period shown is 100. The vertical lines are 95% intervals: long ones mean few or very different lots, and very long ones are cut at the edge of the chart. A gap is a period with too few lots, or one that cannot be compared; the CSV says why. It also has the median of all lots, which follows what was offered.',
  },
  curve: {
    lead: 'Median price per carat by weight. Dark band: middle 50% of lots. Pale band: middle 80%. Bars: lots.',
    guide:
      'Each point is the median of the sold lots in one weight band, which begins at the weight shown, with its 95% interval as a vertical line. Hollow points have fewer than five lots. The effect of weight is how much more a stone of twice the weight costs per carat, if prices rise as they do around this weight. The curve shows what stones of each weight sold for, not what one stone would be worth if it were heavier. Origin, treatment and year are not held constant: filter by them, or see the price index.',
  },
  /** The texts of all figures and of the market. */
  market: {
    heading: (gem: string) => `${gem}: market`,
    interval: 'Period',
    intervals: { year: 'Years', quarter: 'Quarters', month: 'Months' },
    trend: 'Price per carat over time',
    sellThrough: 'Share sold over time',
    heat: 'Price per carat by gem and weight',
    origins: 'Price per carat by origin',
    houses: 'Price per carat by auction house',
    top: (shown: string, total: string) => `Shows the ${shown} with the most lots, of ${total}.`,
    ungrouped: (lots: string) => `Excludes ${lots} without this value.`,
    undated: (lots: string) => `Excludes ${lots} without a date.`,
    imprecise: (lots: string) => `Excludes ${lots} dated by year only.`,
    shown: (positions: string) => `${positions} shown`,
    confidence: '95% interval',
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
      p25: '25% sold below',
      p75: '75% sold below',
      ...text.fields,
    },
    cell: (gem: string, band: string, median: string, n: string) =>
      `${gem}, ${band}: ${median} ${n} priced lots (median per carat)`,
    source: (host: string) => `Source: Gemstone Auction Data Service, ${host}`,
  },
};
