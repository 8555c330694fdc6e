/** The texts of the figures of backtests. */
export const scorecardText = {
  outdated: 'The tests used an earlier version of the data. New ones follow.',
  otherFilters: 'Only the gem and “real sales only” apply here. The other filters are not tested separately.',
  noneTitle: 'No tests yet',
  none: 'The tests run after each import. No result is available for these gems.',
  ranges: {
    title: 'How accurate the value of a stone is',
    lead: 'We test our figures on past sales: later sales, valued as if they had not taken place. The range should contain 80% of the prices.',
    guide:
      'Typical error: half of the estimates were closer to the price, half were farther away. Below “Price in range” is the range that very likely contains it (95% interval). “Estimates too high by” is the middle difference between estimate and price; below zero, they were too low. The grade from A to F combines the error and the range; it is missing where the tests allow more than two grades.',
    n: 'Tested sales',
    error: 'Typical error',
    held: 'Price in range',
    bias: 'Estimates too high by',
    grade: 'Grade',
  },
  index: {
    title: 'How stable the price index is',
    lead: 'The change of each year as first published, compared with the same change from all sales today.',
    guide:
      'Average revision: how much later sales changed the figure. “Change in first interval” is the share of years whose present figure is within the 95% interval first published. The letter from A to F grades the stability. It does not show whether the index is true: a slow change of quality that the data does not record is never revised.',
    n: 'Tested years',
    revision: 'Average revision',
    held: 'Change in first interval',
    letter: 'Stability',
  },
};
