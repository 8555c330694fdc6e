/** The texts of the figure of backtests. */
export const scorecardText = {
  outdated: 'The tests used an earlier version of the data. New ones follow.',
  otherFilters: 'Only the gem and “real sales only” apply here. The other filters are not tested separately.',
  noneTitle: 'No tests yet',
  none: 'The tests run after each import. No result is available for these gems.',
  title: 'How accurate these figures are',
  lead: 'Later sales, valued as if they had not taken place: the range should contain 80% of the prices.',
  guide:
    'Typical error: half of the estimates were closer to the price, half were farther away. “Estimates too high by” is the middle difference between estimate and price; below zero, they were too low. The grade from A to F combines the error and the range; it is missing where the tests allow more than two grades.',
  columns: {
    n: 'Tested sales',
    error: 'Typical error',
    held: 'Price in range',
    bias: 'Estimates too high by',
    grade: 'Grade',
  },
};
