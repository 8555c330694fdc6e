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
  stone: {
    lead: 'Stones that were offered in several sales, with the change of the price from each sale to the next. Stones that come back are not all stones: this is not the market.',
    first: (shown: string, total: string) => `Shows the first ${shown} of ${total} stones.`,
    before: 'Sold before',
    again: 'Sold again',
    page: 'This stone on a page of its own',
    change: (change: string, basis: string, years: string, perYear: string, index: string) =>
      `${change} in ${years} years${perYear && `, ${perYear} a year`} (${basis})${index && `. Price index of the gem: ${index}`}`,
    bases: { hammer: 'at hammer', premium: 'with fees', published: 'as published' },
    linked: (evidence: string) => `Linked by ${evidence}`,
    evidence: { report: 'its report', name: 'its name', weight: 'its rare weight' },
    decided: 'a decision of the operator',
  },
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
  adjusted: (sold: string, price: string) =>
    `Sold for ${sold} (${price} when adjusted to this stone and day)`,
};
