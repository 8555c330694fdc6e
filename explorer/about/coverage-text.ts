/** The texts of the view of data coverage. */
export const coverageText = {
  totals: {
    title: 'Known values',
    lead: (lots: string, newest: string) => `${lots}. Latest sale: ${newest}.`,
    picture: 'Chart of shares',
    of: (known: string, all: string) => `${known} of ${all}`,
    columns: { what: 'Value', share: 'Share known', lots: 'Lots' },
  },
  table: {
    title: 'Coverage by auction house and year',
    lotsTitle: 'Lots by auction house and year',
    lotsLead:
      'Each cell is a number of lots. A stronger color means more lots. Select a cell to see its lots.',
    lead: 'Each cell is the share of lots with a known value. A stronger color means a higher share. Select a cell to see its lots.',
    guide:
      'Where a cell is pale, figures for this house and year are based on few lots. Where a cell is empty, the data has no lots, although sales may have taken place. Shares of prices refer to sold lots, because other lots have no price.',
    show: 'Show',
    house: 'House',
    newest: 'Latest sale',
    more: (shown: string, total: string) => `Shows ${shown} of ${total} combinations of house and year.`,
  },
  measures: {
    price: 'a price',
    weight: 'a weight',
    origin: 'an origin',
    treatment: 'a treatment',
    estimates: 'estimates',
    status: 'a sale result',
    price_hammer: 'a price without fees (hammer price)',
    price_premium: 'a price with the buyer’s fees',
  },
  names: {
    price: 'Price',
    weight: 'Weight',
    origin: 'Origin',
    treatment: 'Treatment',
    estimates: 'Estimates',
    status: 'Sale result',
    price_hammer: 'Price without fees (hammer price)',
    price_premium: 'Price with the buyer’s fees',
  },
  ofSold: 'of sold lots',
  unknownHouse: 'House not known',
  unknownYear: 'No date',
  /** The measure that is not a share. */
  lots: 'Number of lots',
  lotsCell: (house: string, year: string, lots: string) => `${house}, ${year}: ${lots}`,
  cell: (house: string, year: string, share: string, known: string, lots: string) =>
    `${house}, ${year}: ${share}, ${known} of ${lots}`,
};
