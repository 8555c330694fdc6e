/** The texts of the note on backtests. */
export const enScorecard = {
  comparables: (lots: string, gem: string, error: string, held: string, grade: string) =>
    `Tested against ${lots} later sale${lots === '1' ? '' : 's'} of ${gem}: typical error ${error}; the range contained ${held} of prices. Grade ${grade}.`,
  index: (years: string, gem: string, revision: string, grade: string) =>
    `Tested on ${years} year${years === '1' ? '' : 's'} of ${gem}: first estimates of a year’s change were later revised by ${revision} on average. Grade ${grade}.`,
  untested: (gem: string) => `Not tested: too few sales of ${gem}. Grade F.`,
  outdated: 'The test used an earlier version of the data.',
};
