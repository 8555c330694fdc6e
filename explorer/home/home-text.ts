import { fieldLabels } from '../text/field-labels.ts';

/** The texts of the home page, of the navigation, and of the corrections by the search box. */
export const homeText = {
  lead: 'Auction results for rubies, sapphires, emeralds, diamonds and other gems. Search lots (the items offered at auction), follow prices, or value a stone.',

  worth: {
    title: 'What is my stone worth?',
    lead: 'Describe your stone to see the price range of the most similar sales.',
  },

  /** The form that describes a stone. */
  form: {
    label: 'Your stone',
    fields: {
      ...fieldLabels,
      carat: 'Weight (carats)',
      as_of: 'Prices as of',
    },
    examples: { carat: 'e.g. 3.05', as_of: 'Latest sale' },
    caratForm: 'A weight above zero, such as 2.5.',
    chooseGem: 'Choose',
    any: 'Any',
    submit: 'Show price range',
  },

  newest: {
    title: 'Latest sales',
    none: 'No real sales yet.',
    samples: (others: string) => `Latest sales are real. Other figures use ${others} invented samples.`,
    all: 'View all lots',
  },

  questions: {
    title: 'Questions that this page answers',
    all: {
      rise: 'Did prices of Burmese rubies rise since 2005?',
      houses: 'Which auction house sells the most sapphires?',
      record: 'What is the record price of an emerald?',
      weight: 'How does the weight of a diamond change its price per carat?',
      traits: 'What is an unheated sapphire worth, compared with a heated one?',
    },
  },

  trust: {
    realOnly: 'Real sales only',
    importOwn: 'Import your own',
    rowMark: 'Sample, not a real sale',
    source: (host: string) => `Source:\u00a0${host}`,
    noSource: 'No source given',
  },
};
