/** The texts of the price choices, and of notes about prices. */
export const choicesText = {
  basis: 'Price basis',
  bases: { published: 'As published', hammer: 'Hammer price', premium: 'With buyer’s premium' },
  dollars: 'Dollars',
  dollarsOf: { nominal: 'At time of sale', real: 'Inflation-adjusted' },
  month: 'Dollars of',
  newest: 'latest month',
  unit: {
    published: 'US$',
    hammer: 'US$, hammer price',
    premium: 'US$, with buyer’s premium',
  },
  realUnit: (unit: string, month: string) => `${unit}, in ${month} dollars`,
  mixed: (parts: string) => `Mixes ${parts}.`,
  ofPremium: (lots: string) => `${lots} priced with buyer’s premium`,
  ofHammer: (lots: string) => `${lots} at the hammer price`,
  ofUnknown: (lots: string) => `${lots} of unknown price basis`,
  leftOut: (lots: string, basis: string) => `Excludes ${lots} without a known ${basis}.`,
  /** The prices that figures are based on; the unit names the dollars. */
  used: {
    published: (unit: string) => `${unit}, as published: hammer prices and prices with buyer’s premium mixed`,
    hammer: (unit: string) => unit,
    premium: (unit: string) => unit,
  },
  basisNames: { published: 'price', hammer: 'hammer price', premium: 'price with buyer’s premium' },
  deflated: (index: string, month: string) => `Adjusted to ${month} dollars using the ${index}.`,
  deflatorLeftOut: (lots: string) => `Excludes ${lots} without a date that the consumer price index covers.`,
  later: (lots: string, month: string) =>
    `Prices of ${lots} sold after ${month} use that month, the latest of the consumer price index.`,
};
