/** The texts of the form that describes a stone; separate from the others, because the home page loads them. */
export const formText = {
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
};
