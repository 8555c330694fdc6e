import { text } from '../text/text.ts';

/** The texts of the value of a stone. */
export const valueText = {
  lead: 'Describe a stone to see what the most similar stones sold for. Gem and weight are enough.',
  heading: (stone: string) => `${stone}: what similar stones sold for`,
  alsoUsed: 'Also used:',
  unused: (filters: string) =>
    `Not used: ${filters}. The form describes one stone on one day, and its price cannot choose the sales to compare.`,

  card: {
    noRange: 'No price range',
    median: (price: string, perCarat: string) =>
      `About 80 of 100 such stones sell in this range; the median is ${price}, or ${perCarat} per carat.`,
    evidence: (n: string, range: string) =>
      `Evidence: the middle 80% of the ${n} similar sales, adjusted to this stone, are ${range}.`,
    spoken: (median: string) => `The median is ${median}.`,
    prices: (day: string, basis: string) => `Prices as of ${day}, in ${basis}.`,
    confidence: (grade: string) => `Confidence: ${grade}`,
    grades: { good: 'Good', fair: 'Fair', thin: 'Low', none: 'None' },
    good: 'Every detail is matched, the sales are many and recent, and similar stones sold at similar prices.',
    method: 'How this range is found',
    range: (low: string, high: string, sales: string) =>
      `The range is ${low} to ${high} per carat. It is measured on ${sales} known prices, each predicted from the other sales. `,
    interval: (low: string, high: string) => `The 95% interval of the median is ${low} to ${high}. `,
    model: (share: string) =>
      `The prices of all sales of the gem, not only of the similar ones, change the median by ${share}.`,
    next: 'Next steps',
    report:
      'A report by a laboratory such as GIA, Gübelin or SSEF tells origin and treatment, which change the price.',
    traits: 'See by how much',
    house: (house: string, sales: string) => `${house} (${sales})`,
    houses: (houses: string) => `Most of the similar stones were sold by ${houses}.`,
    allHouses: 'Compare the houses that sell this gem',
    notice:
      'This is a summary of published sales, not an appraisal. It does not compare color, clarity, cut, setting or history.',
    print: 'Print or save as PDF',
    cite: 'Cite as',
  },

  /** How many sales, and how similar. */
  basis: {
    sentence: (stones: string, newest: string) => `${stones}. The newest was sold in ${newest}.`,
    origins: {
      same: (origin: string) => `from ${origin}`,
      region: (origin: string, region: string) => `from ${origin} or elsewhere in ${region}`,
      unknown: 'of unknown origin',
      any: 'of any origin',
    },
    anyTreatment: 'of any treatment',
    years: (years: string, day: string) => `sold in the ${years} years before ${day}`,
    anyTime: 'sold at any time',
  },

  lots: {
    title: 'Similar sales',
    headline: (n: number, shown: string) => `Evidence: ${shown} similar ${text.plural(n, 'sale', 'sales')}`,
    adjusted: (day: string) =>
      `Adjusted: the total price, changed to the weight of this stone and to ${day} by the factors below it. 1.20× raises it by 20%.`,
    shown: (shown: string, n: string) => `Shows the ${shown} most similar of the ${n} sales.`,
    columns: {
      ...text.fields,
      lot: 'Lot',
      sold: 'Sold for',
      adjusted: 'Total price, adjusted to this stone',
    },
    perCarat: (price: string) => `${price} per carat`,
    factors: {
      time: 'time',
      size: 'weight',
      origin: 'origin',
      treatment: 'treatment',
      auction_house: 'house',
    },
    asSold: 'as sold',
    notAdjusted: (traits: string) => `not adjusted for ${traits}`,
  },
};
