import { text } from '../text/text.ts';

/** The texts of the value of a stone. */
export const valueText = {
  lead: 'Describe a stone to see what the most similar stones sold for. Gem and weight are enough.',
  heading: (stone: string) => `${stone}: what similar stones sold for`,
  alsoUsed: 'Also used:',
  unused: (filters: string) =>
    `Not used: ${filters}. The form describes one stone on one day, and its price cannot choose the sales to compare.`,

  card: {
    range: (low: string, high: string) => `${low} – ${high}`,
    tooFew: (count: number, shown: string) =>
      count === 0
        ? 'No similar sales'
        : `Only ${shown} similar ${count === 1 ? 'sale' : 'sales'}, too few for a price range`,
    none: 'No sales match, even with the widest limits. Leave out details of the stone.',
    median: (price: string, perCarat: string) => `Median ${price}, or ${perCarat} per carat`,
    medianNote: (low: string, high: string) => `95% confidence: ${low} to ${high}`,
    weak: (low: string, high: string, median: string) =>
      `They point to ${low} to ${high}, with a median of ${median}, but so few sales say little.`,
    rangeNote: (low: string, high: string, sales: string) =>
      `About 80 of 100 such stones sell in this range, or ${low} to ${high} per carat. It is the range of ${sales} test predictions, each of a known price from the other sales.`,
    beyond: (low: string, high: string) =>
      `It reaches beyond the adjusted prices of the sales below, which are ${low} to ${high}.`,
    spoken: (median: string) => `The median is ${median}.`,
    prices: (day: string, basis: string) => `Prices as of ${day}, in ${basis}.`,
    confidence: 'Confidence',
    grades: { good: 'Good', fair: 'Fair', thin: 'Few sales', none: 'None' },
    good: 'Every detail is matched, the sales are many and recent, and similar stones sold at similar prices.',
    similar: 'Most similar sales',
    soldFor: (price: string, perCarat: string) => `Sold for ${price}, or ${perCarat} per carat.`,
    adjusted: (price: string, steps: string) => `Adjusted to this stone: ${price}, for ${steps}.`,
    step: (name: string, from: string, to: string, factor: string) => `${name} ${from} to ${to} (${factor})`,
    notAdjusted: (steps: string) => `Not adjusted for ${steps}.`,
    notice:
      'This is a summary of published sales, not an appraisal. It does not compare color, clarity, cut, setting or history.',
    print: 'Print or save as PDF',
    cite: 'Cite as',
  },

  /** How many sales, and how similar. */
  basis: {
    sales: (count: number, shown: string) => `${shown} similar ${count === 1 ? 'sale' : 'sales'}`,
    nearest: (shown: string, all: string) => `The ${shown} most similar of ${all} sales`,
    sentence: (sales: string, stones: string, newest: string) =>
      `${sales}: ${stones}. The newest was on ${newest}.`,
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

  plot: {
    title: 'This stone among similar sales',
    lead: 'Each dot is a similar sale: its price per carat, adjusted to the weight of this stone and to the chosen day.',
    guide:
      'A larger dot is a more similar sale, with more influence on the result. The line is the median, to which similar sales contribute more. The shaded area is the range in which most such stones sell. The scale is logarithmic: equal distances are equal ratios.',
    label: (n: string, low: string, high: string) => `${n} sales from ${low} to ${high} per carat`,
    median: (price: string) => `This stone: ${price}`,
    axis: (unit: string) => `${unit} per carat, adjusted`,
  },

  method: {
    title: 'How these sales were found',
    lead: 'The search starts with strict limits and relaxes them step by step until 9 sales match, the fewest that give a range. Prices are adjusted for the remaining differences.',
    independent: 'Evidence',
    independentOf: (sales: string) => `as much as ${sales} sales of the same stone, each at another auction`,
    level: 'Price level',
    levelOf: (share: string, day: string) =>
      `${share} of the result comes from prices that could be adjusted to ${day} or are at most a year older`,
    table: 'Search limits',
    columns: {
      step: 'Step',
      size: 'Weight',
      age: 'Sold within',
      origin: 'Origin',
      treatment: 'Treatment',
      lots: 'Sales',
    },
    used: 'used',
    years: (shown: string) => `${shown} years`,
    anyTime: 'any time',
    kinds: { same: 'same', region: 'same region', any: 'any' },
  },

  lots: {
    title: 'Similar lots',
    lead: 'Most similar first. “Adjusted” is the price per carat at the weight of this stone and on the chosen day.',
    guide:
      'Below an adjusted price are its steps: 1.20× raises the price by 20%. “Influence” is how much a sale counts: 100% for the same stone sold on the chosen day, less for another weight, day, origin, treatment or house.',
    beside: (stone: string, day: string) => `Your stone: ${stone}. Prices are adjusted to ${day}.`,
    shown: (shown: string, n: string) => `Shows the ${shown} most similar of the ${n} lots used.`,
    columns: {
      ...text.fields,
      lot: 'Lot',
      size: 'Weight',
      age: 'Age',
      weight: 'Influence',
      sold: 'Sold for, per carat',
      adjusted: 'Adjusted',
    },
    years: (shown: string) => `${shown} years`,
    factors: {
      time: 'time',
      size: 'weight',
      origin: 'origin',
      treatment: 'treatment',
      auction_house: 'house',
    },
    factor: (name: string, factor: string) => `${name} ${factor}`,
    asSold: 'as sold',
    priceAsSold: (price: string) => `${price} per carat, as sold`,
    file: {
      id: 'Record ID',
      title: 'Lot',
      date: 'Sale date',
      size_ratio: 'Weight ÷ your stone’s weight',
      distance: (trait: string) => `Distance: ${trait}`,
      index_factor: 'Factor for time',
      size_factor: 'Factor for weight',
    },
  },
};
