import { text } from '../text/text.ts';

const { auction_house, estimate_band, gem_type, carat_band, year } = text.fields;

/** The texts of the figure of prices and estimates. */
export const estimatesText = {
  titles: {
    hammer: 'Hammer price ÷ low estimate',
    premium: 'Price with the buyer’s fees ÷ low estimate',
  },
  lead: 'Dot: median, which half of the lots exceed. Line: the range that very likely contains it (95% interval). Box: the middle half of the lots. 1× is the low estimate.',
  guide:
    'Compared are sold lots with an estimate and a price of this kind. They sold below the low estimate, within the estimate, or above the high estimate. Sold lots alone make estimates look low, because lots that were estimated too high often fail to sell: the share above of all offered lots counts unsold lots too. Faded groups have fewer than five lots.',
  group: 'Group by',
  picture: 'Ratio on a logarithmic axis',
  all: 'All lots',
  columns: {
    ratio: 'Median',
    below: 'Below',
    within: 'Within',
    above: 'Above',
    compared: 'Compared',
  },
  groups: { auction_house, estimate_band, gem_type, carat_band, year },
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
  over: (from: string) => `${from} and up`,
};
