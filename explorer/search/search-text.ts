/** The texts of the place Search that only some of its lists have, and of saved searches. */
export const searchText = {
  /** A ranking: sold lots at one price basis. */
  ranked: 'Only sold lots are ranked. Equal prices share a rank.',
  severalStones: (lots: string) =>
    `Excludes ${lots} of several stones, because the price per carat is that of the whole lot.`,

  record: {
    standing: (when: string) => `the record since ${when}`,
    until: (when: string) => `record until ${when}`,
    meaning: {
      price: 'When it sold, no earlier lot of these filters had a higher price. Show all record prices.',
      perCarat:
        'When it sold, no earlier lot of these filters had a higher price per carat. Show all record prices.',
    },
  },

  preferred: (words: string) =>
    /\s/.test(words)
      ? `“${words}” are not known names: lots with any of these words in the title come first.`
      : `“${words}” is not a known name: lots with it in the title come first.`,
  notPreferred: (words: string) =>
    `“${words}” is not a known name and has no effect in this order. Sort by best match to use it.`,

  saved: {
    title: 'Saved searches',
    save: 'Save this search',
    remove: (name: string) => `Remove saved search: ${name}`,
    all: 'All lots',
    unavailable: 'Searches cannot be kept here: this browser stores nothing for this site.',
    count: (shown: string) => `Saved searches (${shown})`,
    changed: (lots: string) => `${lots} new or changed`,
    nothing: 'nothing new since your last visit',
  },
};
