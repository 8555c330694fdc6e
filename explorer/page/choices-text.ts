/** The texts of the price choices, and of notes about prices. */
export const choicesText = {
  basis: 'Fees in prices',
  bases: { published: 'As published', hammer: 'Without fees', premium: 'With fees' },
  dollars: 'Dollars',
  dollarsOf: { nominal: 'At time of sale', real: 'Inflation-adjusted' },
  unit: {
    published: 'US$',
    hammer: 'US$ without fees',
    premium: 'US$ with fees',
  },
  realUnit: (unit: string, month: string) => `${unit}, in ${month} dollars`,
  mixed: (prices: string, parts: string) => `The ${prices} published prices of these filters mix ${parts}.`,
  ofPremium: (lots: string) => `${lots} with the fees of the house in the price (buyer’s premium)`,
  ofHammer: (lots: string) => `${lots} without them (hammer price)`,
  ofUnknown: (lots: string) => `${lots} where this is not known`,
  leftOut: (lots: string, basis: string) => `Excludes ${lots} without a known ${basis}.`,
  /** The prices that figures are based on; the unit names the dollars. */
  used: {
    published: (unit: string) => `${unit}, as published: prices with and without the fees of the house mixed`,
    hammer: (unit: string) => `${unit} (hammer prices)`,
    premium: (unit: string) => `${unit} (the buyer’s premium included)`,
  },
  basisNames: { published: 'price', hammer: 'hammer price', premium: 'price with the buyer’s fees' },
  deflated: (index: string, month: string) => `Adjusted to ${month} dollars using the ${index}.`,
  deflatorLeftOut: (lots: string) => `Excludes ${lots} without a date that the consumer price index covers.`,
  later: (lots: string, month: string) =>
    `Prices of ${lots} sold after ${month} use that month, the latest of the consumer price index.`,
};
