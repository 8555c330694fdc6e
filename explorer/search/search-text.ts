import { text } from '../text/text.ts';

/** The texts of the place Search that only some of its lists have. */
export const searchText = {
  results: {
    sold: (share: string) => `${share} sold`,
    median: (value: string, n: string) => `half of ${n} priced lots below ${value} per carat`,
    total: (value: string) => `${value} total`,
    undated: 'no known dates',
    sortBy: 'Sort by',
    sortOptions: {
      '-date': 'Newest first',
      date: 'Oldest first',
      '-price': 'Price, highest first',
      price: 'Price, lowest first',
      '-price_per_carat': 'Price per carat, highest first',
      price_per_carat: 'Price per carat, lowest first',
      '-carat': 'Heaviest first',
      carat: 'Lightest first',
      lot_number: 'Lot number',
      '-lot_number': 'Lot number, last first',
      '-id': 'Record ID, highest first',
      id: 'Record ID, lowest first',
    } as Record<string, string>,
    relevance: 'Best match first',
    caption: 'Auction lots',
    columns: {
      date: 'Date',
      lot: 'Lot',
      carat: 'Carat',
      origin: 'Origin',
      house: 'House',
      price: 'Price',
      price_per_carat: 'Per carat',
    },
    download: 'Download CSV',
    downloadNote: (lots: string) => `${lots}, all columns`,
    updated: (date: string) => `Data as of ${date}`,
    announce: (lots: string, page: string, pages: string) => `${lots}, page ${page} of ${pages}`,
  },

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

  phrase: {
    corrected: (typed: string, value: string) => `Showing results for ${value} instead of “${typed}”.`,
    titlesInstead: (words: string) => `Search titles for “${words}” instead`,
    unused: (words: string) => `“${words}” is not a known name and has no effect here.`,
  },

  none: {
    drop: 'Remove one filter:',
    meant: (name: string, lots: string) => `Search for “${name}”: ${lots}`,
    without: (name: string, lots: string) => `Without “${name}”: ${lots}`,
    only: (name: string, lots: string) => `Only “${name}”: ${lots}`,
    noneAlone: 'Removing one filter is not enough. Keep only one:',
    clear: (lots: string) => `Clear all filters: ${lots}`,
  },

  /** The suggestions of the search box. */
  box: {
    titlesWith: (words: string) => `Titles containing “${words}”`,
    matched: (matched: string) => `matches “${matched}”`,
    types: {
      ...text.fields,
      title: 'Title',
      combination: 'Filters',
      words: 'Words',
    },
    available: (count: number, shown: string) =>
      `${shown} ${text.plural(count, 'suggestion', 'suggestions')}. Use the up and down arrow keys to choose.`,
  },
};
