/** The texts of the opening page, of the navigation, and of what the search box understood. */
export const enHome = {
  title: 'What gemstones have sold for',
  lead: 'Auction results of rubies, sapphires, emeralds, diamonds and other gems: search the lots, follow the market, value a stone.',

  groups: { sales: 'Sales', prices: 'Prices', value: 'Value', data: 'Data' },

  worth: {
    title: 'What is my stone worth?',
    lead: 'Describe the stone. The answer is the range of the most similar sales.',
    gem: 'Gem',
    chooseGem: 'Choose a gem',
    carat: 'Weight, carats',
    caratExample: 'e.g. 3.05',
    origin: 'Origin',
    treatment: 'Treatment',
    any: 'Not known',
    treatments: ['No heat', 'Heated', 'No oil', 'Minor oil'],
    submit: 'Show the value',
  },

  newest: { title: 'Newest sales', none: 'There are no real sales in this data yet.', all: 'All lots' },

  findings: {
    title: 'What the prices say',
    lead: 'Price per carat of stones of the same quality, by year: the price index.',
    /** Gem and origin as people say them. */
    subjects: {
      rubies: 'Burmese rubies',
      sapphires: 'Kashmir sapphires',
      emeralds: 'Colombian emeralds',
    },
    tripled: (subject: string, since: string) => `${subject} tripled since ${since}`,
    doubled: (subject: string, since: string) => `${subject} doubled since ${since}`,
    rose: (subject: string, share: string, since: string) => `${subject} rose ${share} since ${since}`,
    fell: (subject: string, share: string, since: string) => `${subject} fell ${share} since ${since}`,
    unclear: (subject: string, since: string) => `${subject}: no clear change since ${since}`,
    unknown: (subject: string) => `${subject}: too few sales to tell`,
    index: (base: string) => `Index, ${base} = 100`,
    between: (low: string, high: string, year: string) => `${year}: ${low} to ${high} with 95% confidence`,
    samples: 'Includes generated samples: not the real market.',
    more: 'See the index',
    chartLabel: (base: string, from: string, to: string) =>
      `Line from ${from} to ${to}, where ${base} is 100; the band is the 95% interval`,
  },

  trust: {
    realOnly: 'Real sales only',
    samples: 'This data includes generated samples. They are marked “Sample” and are not real sales.',
    real: 'Only real sales are shown.',
    rowMark: 'Sample, not a real sale',
    source: (host: string) => `Source: ${host}`,
    noSource: 'No source given',
  },

  phrase: {
    corrected: (typed: string, value: string) => `“${typed}” was read as ${value}.`,
    titlesInstead: (words: string) => `Search titles for “${words}” instead`,
  },

  none: {
    drop: 'Leave out one filter:',
    without: (name: string, lots: string) => `Without “${name}”: ${lots}`,
    only: (name: string, lots: string) => `Only “${name}”: ${lots}`,
    noneAlone: 'Leaving out one filter finds nothing either. Take one alone:',
    clear: (lots: string) => `Clear all filters: ${lots}`,
  },

  keys: 'Keys: / search, j and k next and previous lot, Enter opens it',
};

/** The type that a translation must have. */
export type HomeText = typeof enHome;
