/** The texts of the view of prices and estimates. */
export const enEstimates = {
  finding: (share: string) => `${share} of sold lots beat their high estimate`,
  shares: {
    title: 'Where prices land',
    lead: (basis: string) => `${basis} against the presale estimate. Bars show the share of lots.`,
    guide:
      'Each bar splits the lots by where the price landed: below the low estimate, within the estimate, or above the high estimate. The second bar counts unsold lots as below. Sold lots alone make estimates look low, because lots that fail to sell are the ones that were estimated too high. Ranges are 95% confidence intervals.',
    sold: 'Sold lots only',
    withUnsold: 'Unsold lots counted as below',
    columns: {
      which: 'Lots',
      picture: 'Shares, drawn',
      below: 'Below',
      within: 'Within',
      above: 'Above',
      n: 'Lots',
    },
    key: 'Below, within, above the estimate',
  },
  ratios: {
    titleOf: { hammer: 'Hammer price ÷ low estimate', premium: 'Price with premium ÷ low estimate' },
    lead: 'The dot is the median, the line its 95% interval, and the box the middle half. × 1 is the low estimate.',
    group: 'Group by',
    name: 'Group',
    picture: 'Ratio on a logarithmic axis',
    value: 'Median',
    interval: '95% interval',
    n: 'Lots',
    all: 'All lots',
  },
  rate: {
    title: 'Sell-through by estimate',
    lead: 'Share of offered lots that sold, and where the prices landed, group by group.',
    columns: {
      rate: 'Sell-through',
      above: 'Above high estimate',
      withUnsold: 'Above, unsold counted',
      lots: 'Lots',
      n: 'Compared',
    },
  },
  groups: {
    estimate_band: 'Estimate',
    auction_house: 'House',
    gem_type: 'Gem',
    carat_band: 'Carats',
    year: 'Year',
  },
  basisNames: { hammer: 'Hammer price', premium: 'Price with buyer’s premium' },
  none: (known: string, sold: string) =>
    `Only ${known} of ${sold} sold lots have a known price of this kind.`,
  other: {
    hammer: 'Compare the hammer price instead',
    premium: 'Compare the price with premium instead',
  },
  premiumNote:
    'Estimates exclude the buyer’s premium, so prices with premium land higher than the estimate was meant to say.',
  leftOut: (lots: string, reason: string) => `Left out: ${lots}, because ${reason}.`,
  without: (lots: string) => `Left out: ${lots} without an estimate.`,
  ungrouped: (lots: string) => `Left out of the groups: ${lots} without this value.`,
  more: (shown: string, total: string) => `The ${shown} groups with the most lots, of ${total}.`,
  thin: 'Faded: fewer than five lots.',
  between: (low: string, high: string) => `${low} to ${high}`,
  band: (from: string, to: string) => `${from} – ${to}`,
  under: (to: string) => `Under ${to}`,
  over: (from: string) => `${from} and up`,
};

/** The type that a translation must have. */
export type EstimatesText = typeof enEstimates;
