/** The texts of the note on backtests. */
export const enScorecard = {
  comparables: (lots: string, gem: string, error: string, held: string, grade: string) =>
    `Backtested on ${lots} later sales of ${gem}: typical error ${error}, the range contained the price of ${held} of them. Grade ${grade}.`,
  index: (years: string, gem: string, revision: string, grade: string) =>
    `Backtested on ${years} years of ${gem}: the change of a year, as first stated, was later revised by ${revision} on average. Grade ${grade}.`,
  untested: (gem: string) => `Not backtested: there are too few sales of ${gem}. Grade F.`,
  outdated: 'Of an earlier version of the data.',
};
