import { text } from '../text/text.ts';

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
    given: 'Hammer price (without fees)',
    schedule: 'Hammer price (without the published fees of the house)',
  },
  notCompared: {
    premium:
      'Not compared: the price includes the buyer’s premium (the fee of the house), the estimate does not, and the premium of this lot is not known.',
    unknown:
      'Not compared: it is not known whether the price includes the buyer’s premium (the fee of the house). The estimate does not.',
  },
  facts: 'Lot details',
  fields: {
    reports: 'Reports',
    original: 'Price in the source',
    basis: 'The price is',
    remarks: 'Data notes',
    derived: 'Read from the title',
    source: 'Source',
    id: 'Record ID',
  },
  basis: {
    hammer: 'Hammer price (without fees)',
    premium: 'With fees (buyer’s premium)',
    unknown: 'Not known',
  },
  lotNumber: (number: string) => `Lot ${number}`,
  saleLink: 'View all lots of this sale',
  neighbors: 'Other lots of this sale',
  previous: (number: string, title: string) => `← Lot ${number}: ${title}`,
  next: (number: string, title: string) => `Lot ${number}: ${title} →`,
  longSale: (first: string) => `The sale has more than ${first} lots. The list shows all of them in order.`,
  checkReport: (lab: string) => `Check at ${lab}`,
  sameReport: 'Lots with the same report number',
  sameReportNote:
    'The number means the same stone only if the laboratory is the same. Numbers of two laboratories can be equal by chance.',
  sameReportNone: 'No other lot here has this report number.',
  sameReportMore: (shown: string, total: string) => `Shows ${shown} of ${total}.`,
  sharedReport: (numbers: string, labs: string) => `Report ${numbers}, ${labs}`,
  labUnknown: 'laboratory not known',
  cite: 'Cite or share this lot',
  citation: 'Cite',
  link: 'Link',
  sourceLink: 'View the lot at its source',
  sampleNote: 'This lot is a generated sample, not a real sale.',
  samples: (lots: number, shown: string) =>
    `Of all lots of this group, priced or not, ${shown} ${text.plural(lots, 'is a generated sample', 'are generated samples')}.`,
  contextHeading: 'Price per carat among similar lots',
  any: { origin: 'any origin', treatment: 'any treatment', weight: 'any weight' },
  group: (gem: string, origin: string, treatment: string, weight: string) =>
    `${gem} (${origin}, ${treatment}, ${weight})`,
  few: (lots: number, n: string, group: string) =>
    `${group}: only ${n} priced ${text.plural(lots, 'lot', 'lots')}, too few to compare. A wider group follows.`,
  context: (group: string, median: string, n: string) =>
    `Half of the ${n} priced lots of ${group} sold for less than ${median} per carat.`,
  interval: (low: string, high: string) =>
    `Half of all such lots likely sell for less than a price between ${low} and ${high} (95% interval).`,
  standing: {
    under10: 'This lot is in the lowest 10%.',
    under25: 'This lot is in the lowest 25%.',
    lower: 'This lot is in the lower half, but not in the lowest 25%.',
    upper: 'This lot is in the upper half, but not in the highest 25%.',
    over75: 'This lot is in the highest 25%.',
    over90: 'This lot is in the highest 10%.',
  },
  strip: {
    low: '10% below',
    quartileLow: '25% below',
    median: 'Half below',
    quartileHigh: '75% below',
    high: '90% below',
    lot: 'This lot',
  },
  stripLabel: 'Prices per carat below which 10%, 25%, half, 75% and 90% of these lots sold, and this lot',
  seeLots: 'View these lots',
  seeMarket: 'View their market',
  fewLots: (lots: number, n: string, group: string) =>
    `${group}: ${n} priced ${text.plural(lots, 'lot', 'lots')}, too few to compare.`,

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
  photo: (title: string) => `Photo of the lot: ${title}`,
  photoFrom: (host: string) => `Photo: ${host}`,
  axis: 'US$ per carat; equal distances are equal ratios',
  estimateTitle: 'Price against estimate',
  estimateLabel: (basis: string, price: string, low: string, high: string) =>
    `${basis} ${price} and estimate ${low} to ${high} on one axis`,
  estimateAxis: 'US$; equal distances are equal ratios',
  similarTitle: 'Most similar sales',
  showSimilar: 'Show the three most similar sales',
  allSimilar: 'View all similar sales',
  value: 'Value this stone today',
  noSimilar: 'No similar sales found.',
  adjusted: (price: string) => `${price} per carat, adjusted to this weight and date`,
};
