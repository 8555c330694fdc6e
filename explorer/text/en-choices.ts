/** The texts of the choice of prices, and of notes about them. */
export const enChoices = {
  basis: 'Price basis',
  bases: { published: 'As published', hammer: 'Hammer', premium: 'With premium' },
  dollars: 'Dollars',
  dollarsOf: { nominal: 'Of the sale', real: 'Inflation-adjusted' },
  month: 'Dollars of',
  newest: 'latest month',
  unit: {
    published: 'US$',
    hammer: 'US$, hammer price',
    premium: 'US$, with buyer’s premium',
  },
  realUnit: (unit: string, month: string) => `${unit}, in ${month} dollars`,
  mixed: (parts: string) => `Published prices mix ${parts}.`,
  ofPremium: (lots: string) => `${lots} with buyer’s premium`,
  ofHammer: (lots: string) => `${lots} at hammer`,
  ofUnknown: (lots: string) => `${lots} of unknown basis`,
  leftOut: (lots: string, basis: string) => `Left out: ${lots} without a known ${basis}.`,
  basisNames: { published: 'price', hammer: 'hammer price', premium: 'price with buyer’s premium' },
  deflated: (index: string, month: string) => `Adjusted to ${month} dollars by ${index}.`,
  deflatorLeftOut: (lots: string) => `Left out: ${lots} without a date that the price index covers.`,
  later: (lots: string, month: string) =>
    `Prices of ${lots} are later than ${month}, the newest month of the index, and are adjusted by that month.`,
};

/** The type that a translation must have. */
export type ChoicesText = typeof enChoices;
