import { en } from '../text/en.ts';

/** The texts of the page of a lot. */
export const lotPageText = {
  back: 'Back to lots',
  price: 'Price',
  perCarat: 'Per carat',
  estimate: 'Estimate',
  againstEstimate: {
    above: (basis: string, price: string, times: string) => `${basis} ${price}: ${times} the high estimate`,
    within: (basis: string, price: string) => `${basis} ${price}: within the estimate`,
    below: (basis: string, price: string) => `${basis} ${price}: below the low estimate`,
  },
  comparedPrice: {
    hammer: 'Hammer price',
    premium: 'Price with premium',
    unknown: 'Price of unknown basis',
  },
  facts: 'Lot details',
  fields: {
    gem: 'Gem',
    carat: 'Weight',
    origin: 'Origin',
    treatment: 'Treatment',
    labs: 'Laboratory',
    reports: 'Reports',
    object: 'Type of object',
    house: 'Auction house',
    sale: 'Sale',
    location: 'Sale location',
    date: 'Date',
    lot_number: 'Lot number',
    original: 'Price in the source',
    basis: 'Price basis',
    remarks: 'Data notes',
    derived: 'Read from the title',
    source: 'Source',
    id: 'Record ID',
  },
  basis: { hammer: 'Hammer price', premium: 'With buyer’s premium', unknown: 'Not known' },
  saleLink: 'View all lots of this sale',
  sourceLink: 'View the lot at its source',
  sampleNote: 'This lot is a generated sample, not a real sale.',
  samples: (lots: number, shown: string) =>
    `Of all lots of this group, priced or not, ${shown} ${en.plural(lots, 'is a generated sample', 'are generated samples')}.`,
  contextHeading: (what: string) => `Price in context: ${what}`,
  group: (gem: string, origin: string | null) => (origin ? `${gem} from ${origin}` : `${gem}, all origins`),
  context: (median: string, n: string, lots: number) =>
    `The median of ${n} priced ${en.plural(lots, 'lot', 'lots')} is ${median} per carat.`,
  interval: (low: string, high: string) => `Its 95% confidence interval is ${low} to ${high}.`,
  standing: {
    under10: 'This lot is in the lowest 10%.',
    under25: 'This lot is in the lowest 25%.',
    lower: 'This lot is between the lower quartile and the median.',
    upper: 'This lot is between the median and the upper quartile.',
    over75: 'This lot is in the highest 25%.',
    over90: 'This lot is in the highest 10%.',
  },
  strip: {
    low: '10%',
    quartileLow: '25%',
    median: 'Median',
    quartileHigh: '75%',
    high: '90%',
    lot: 'This lot',
  },
  stripLabel:
    'Price per carat on a logarithmic axis: 10th, 25th, 50th, 75th and 90th percentiles, and this lot',
  seeLots: 'View these lots',
  seeMarket: 'View their market',
  fewLots: 'Too few priced lots to compare.',

  figure: (cut: string, gem: string) => `Drawing, not a photo: ${gem}, ${cut}`,
  cuts: {
    round: 'round',
    oval: 'oval',
    cushion: 'cushion-cut',
    step: 'step-cut',
    pear: 'pear-shaped',
    heart: 'heart-shaped',
    marquise: 'marquise-cut',
    cabochon: 'cabochon-cut',
    pearl: 'round',
  },
  drawn: 'Drawing, not a photo',
  axis: 'US$ per carat (log scale)',
  estimateTitle: 'Price against estimate',
  estimateLabel: (basis: string, price: string, low: string, high: string) =>
    `${basis} ${price} and estimate ${low} to ${high} on a logarithmic axis`,
  estimateAxis: 'US$ (log scale)',
  similarTitle: 'Most similar sales',
  allSimilar: 'View all similar sales',
  value: 'Value this stone today',
  noSimilar: 'No similar sales found.',
  adjusted: (price: string) => `${price} per carat, adjusted to this weight and date`,
};

/** The type that a translation must have. */
export type LotPageText = typeof lotPageText;
