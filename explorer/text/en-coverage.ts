/** The texts of the view of what the data covers. */
export const enCoverage = {
  finding: (share: string, what: string) => `${share} of lots have ${what}`,
  findingSold: (share: string, what: string) => `${share} of sold lots have ${what}`,
  totals: {
    title: 'What is known of the lots',
    lead: (lots: string, newest: string) => `${lots}; newest sale ${newest}.`,
    picture: 'Share, drawn',
    of: (known: string, all: string) => `${known} of ${all}`,
    columns: { what: 'Known', share: 'Share', lots: 'Lots' },
  },
  table: {
    title: 'By house and year',
    lead: 'Each cell is the share of lots for which the value is known; a darker cell means more. Hover or focus a cell for the number of lots.',
    guide:
      'A pale cell warns you: any figure for this house and year rests on few lots. An empty cell means that the data has no lots of this house in this year, which does not mean that there was no sale. Prices are shares of sold lots, because other lots have none.',
    show: 'Show',
    house: 'House',
    newest: 'Newest sale',
    more: (shown: string, total: string) => `${shown} of ${total} combinations of house and year are shown.`,
  },
  measures: {
    price: 'a price',
    weight: 'a weight',
    origin: 'an origin',
    treatment: 'a treatment',
    estimates: 'estimates',
    status: 'a sale status',
    price_hammer: 'a hammer price',
    price_premium: 'a price with premium',
  },
  names: {
    price: 'Price',
    weight: 'Weight',
    origin: 'Origin',
    treatment: 'Treatment',
    estimates: 'Estimates',
    status: 'Sale status',
    price_hammer: 'Hammer price',
    price_premium: 'Price with premium',
  },
  ofSold: 'of sold lots',
  unknownHouse: 'House not known',
  unknownYear: 'No date',
  cell: (house: string, year: string, share: string, known: string, lots: string) =>
    `${house}, ${year}: ${share}, ${known} of ${lots}`,
};

/** The type that a translation must have. */
export type CoverageText = typeof enCoverage;
