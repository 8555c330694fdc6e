/** The texts of the note on backtests. */
export const enScorecard = {
  comparables: (lots: string, gem: string, error: string, held: string, grade: string) =>
    `Backtested on ${lots} later sale${lots === '1' ? '' : 's'} of ${gem}: typical error ${error}, the range contained the price of ${held} of them. Grade ${grade}.`,
  index: (years: string, gem: string, revision: string, grade: string) =>
    `Backtested on ${years} year${years === '1' ? '' : 's'} of ${gem}: the change of a year, as first stated, was later revised by ${revision} on average. Grade ${grade}.`,
  untested: (gem: string) => `Not backtested: there are too few sales of ${gem}. Grade F.`,
  outdated: 'Of an earlier version of the data.',
};
