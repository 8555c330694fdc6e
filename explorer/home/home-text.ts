/** The texts of the home page, of the navigation, and of the corrections by the search box. */
export const homeText = {
  title: 'What gemstones sell for',
  lead: 'Auction results for rubies, sapphires, emeralds, diamonds and other gems. Search lots (the items offered at auction), follow prices, or value a stone.',

  worth: {
    title: 'What is my stone worth?',
    lead: 'Describe your stone to see the price range of the most similar sales.',
  },

  /** The form that describes a stone. */
  form: {
    label: 'Your stone',
    fields: {
      gem_name: 'Gem',
      carat: 'Weight (carats)',
      origin: 'Origin',
      treatment: 'Treatment',
      lab: 'Laboratory',
      as_of: 'Prices as of',
    },
    examples: { carat: 'e.g. 3.05', as_of: 'Latest sale' },
    chooseGem: 'Choose',
    any: 'Any',
    submit: 'Show price range',
  },

  newest: {
    title: 'Latest sales',
    none: 'No real sales yet. Generated samples are among all lots.',
    all: 'View all lots',
  },

  findings: {
    title: 'Price trends',
    lead: 'Price per carat by year, for the same weight, origin, treatment and house.',
    /** Gem and origin as people say them. */
    subjects: {
      rubies: 'Burmese rubies',
      sapphires: 'Kashmir sapphires',
      emeralds: 'Colombian emeralds',
    },
    unknown: (subject: string) => `${subject}: too few sales to tell`,
    index: (base: string) => `The price of ${base} is 100.`,
    between: (low: string, high: string, year: string) => `${year}: likely ${low} to ${high} (95% interval)`,
    chartLabel: (base: string, from: string, to: string) =>
      `Price level from ${from} to ${to}, where ${base} is 100, and the range in which it likely is`,
  },

  trust: {
    realOnly: 'Real sales only',
    samples: 'Demo: most of these lots are invented, and marked as samples.',
    importOwn: 'Import your own',
    rowMark: 'Sample, not a real sale',
    source: (host: string) => `Source:\u00a0${host}`,
    noSource: 'No source given',
  },

  keys: 'Keyboard shortcuts: / to search, j and k for the next and previous lot, Enter to open it',
};
