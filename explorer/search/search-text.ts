import { text } from '../text/text.ts';

/** The texts of the place Search that only some of its lists have. */
export const searchText = {
  results: {
    sold: (share: string, offered: string) => `${share} sold, of ${offered} with a result`,
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
    follow: 'Follow this search',
    followNote:
      'A feed reader is a program or site, such as Thunderbird or Feedly, that shows what is new at an address. Give it this one, and it shows the newest 50 lots of this search.',
    feed: 'Address',
    download: 'Download CSV',
    /** A sheet of Excel has 1,048,576 rows, and the first has the names of the columns. */
    tooManyForExcel: (lots: number) => lots > 1_048_575 && 'Excel opens only the first 1,048,575 lots.',
    updated: (date: string) => `Data as of ${date}`,
    announce: (lots: string, page: string, pages: string) => `${lots}, page ${page} of ${pages}`,
  },

  records: {
    title: 'Record prices',
    headline: (what: string, gem: string, value: string) =>
      `Record ${what.toLowerCase()} ${gem && `of ${gem} `}in this data: ${value}`,
    alone: (gem: string) => `${gem} alone`,
    lead: 'Each of these lots sold for more than every earlier one, the newest first. Where lots of one gem are chosen, only these count.',
    id: 'Record ID',
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
    unused: (words: string) => `Not used here: “${words}”.`,
    inNoTitle: (words: string) => `Not used: “${words}”. No filter and no title of these lots has it.`,
  },

  none: {
    inNoTitle: (words: string) => `No title has “${words}”.`,
    drop: 'Remove one filter:',
    meant: (name: string, lots: string) => `Search for “${name}”: ${lots}`,
    without: (name: string, lots: string) => `Without “${name}”: ${lots}`,
    noneAlone: 'Removing one filter is not enough.',
    clear: (_: string, lots: string) => `Clear all filters: ${lots}`,
  },

  /** The suggestions of the search box. */
  box: {
    matched: (matched: string) => `matches “${matched}”`,
    types: {
      ...text.fields,
      title: 'Title',
      combination: 'Filters',
    },
    available: (count: number, shown: string) =>
      `${shown} ${text.plural(count, 'suggestion', 'suggestions')}. Use the up and down arrow keys to choose.`,
  },
};
