/** The texts of the figure of backtests. */
export const scorecardText = {
  outdated: 'The tests used an earlier version of the data. New ones follow.',
  otherFilters: 'Only the gem and “real sales only” apply here. The other filters are not tested separately.',
  noneTitle: 'No tests yet',
  none: 'The tests run after each import. No result is available for these gems.',
  title: 'How accurate these figures are',
  lead: 'Tests on past sales. Value of a stone: later sales, valued as if they had not taken place; the range should contain 80% of the prices. Price index: the change of each year as first published, compared with the same change from all sales today.',
  guide:
    'Typical error: half of the estimates were closer to the price, half were farther away. “Estimates too high by” is the middle difference between estimate and price; below zero, they were too low. The grade from A to F combines the error and the range; it is missing where the tests allow more than two grades. Average revision: how much later sales changed the index. “Within first interval” is the share of years whose present change is within the 95% interval first published. The stability from A to F does not show whether the index is true: a slow change of quality that the data does not record is never revised.',
  columns: {
    n: 'Tested sales',
    error: 'Typical error',
    held: 'Price in range',
    bias: 'Estimates too high by',
    grade: 'Grade',
    years: 'Index: tested years',
    revision: 'Average revision',
    kept: 'Within first interval',
    letter: 'Stability',
  },
};
