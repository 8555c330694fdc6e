import { text } from '../text/text.ts';

const { auction_house, estimate_band, gem_type, carat_band, year } = text.fields;

/** The texts of the figures of prices and estimates. */
export const estimatesText = {
  shares: {
    title: 'Prices relative to estimates',
    lead: (basis: string) => `${basis} compared with the presale estimate. Bars are shares of lots.`,
    guide:
      'Each bar divides the lots by price: below the low estimate, within the estimate, or above the high estimate. The second bar counts unsold lots as below; each counts by the share of sold lots whose price is known. Sold lots alone make estimates look low, because lots that were estimated too high often fail to sell. Ranges are 95% intervals. Faded groups have fewer than five lots.',
    sold: 'Sold lots only',
    withUnsold: 'Unsold lots counted as below',
    legend: {
      below: 'Below the low estimate',
      within: 'Within the estimate',
      above: 'Above the high estimate',
    },
    which: 'Lots',
    picture: 'Chart of shares',
    compared: 'Compared',
    columns: { below: 'Below', within: 'Within', above: 'Above' },
  },
  ratios: {
    titleOf: {
      hammer: 'Hammer price ÷ low estimate',
      premium: 'Price with the buyer’s fees ÷ low estimate',
    },
    lead: 'Dot: median, which half of the lots exceed. Line: the range that very likely contains it (95% interval). Box: the middle half of the lots. 1× is the low estimate. Compared: lots with an estimate and a price of this kind.',
    group: 'Group by',
    picture: 'Ratio on a logarithmic axis',
    value: 'Median',
    all: 'All lots',
  },
  rate: 'Share sold',
  aboveHigh: 'Above high estimate',
  aboveOfAll: 'Above, of all offered',
  offered: 'Lots',
  groups: { auction_house, estimate_band, gem_type, carat_band, year },
  basisNames: { hammer: 'Hammer price (without fees)', premium: 'Price with the buyer’s fees' },
  none: (known: string, sold: string) =>
    known === '0'
      ? `None of ${sold} sold lots has a price of this kind.`
      : `Only ${known} of ${sold} sold lots have a price of this kind.`,
  other: {
    hammer: 'Compare hammer prices instead',
    premium: 'Compare prices with the buyer’s fees instead',
  },
  premiumNote: 'Estimates exclude the buyer’s fees, so prices with fees look higher against them.',
  without: (lots: string) => `Excludes ${lots} without an estimate.`,
  ungrouped: (lots: string) => `The groups exclude ${lots} without this value.`,
  more: (shown: string, total: string) => `Shows the ${shown} groups with the most lots, of ${total}.`,
  under: (to: string) => `Under ${to}`,
  over: (from: string) => `${from} and up`,
};
