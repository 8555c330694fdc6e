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
  sameReport: (number: string) => `All lots with report ${number}`,
  cite: 'Cite or share this lot',
  citation: 'Cite',
  link: 'Link',
  sampleNote: 'This lot is a generated sample, not a real sale.',
  photo: (title: string) => `Photo of the lot: ${title}`,
  photoFrom: (host: string) => `Photo: ${host}`,
  similarTitle: 'Similar stones before this sale',
  expected: (low: string, high: string) =>
    `By the similar sales before this one, about 80 of 100 such stones sell for ${low} – ${high}.`,
  soldFor: (price: string) => ` It sold for ${price}.`,
  allSimilar: 'View all similar sales',
  seeMarket: 'View their market',
  value: 'Value this stone today',
  noSimilar: 'No similar stone sold before.',
  adjusted: (sold: string, price: string) => `Sold for ${sold}: ${price}, adjusted to this stone and day`,
};
