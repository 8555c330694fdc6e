/** The texts of the view of data coverage. */
export const coverageText = {
  totals: {
    title: 'Known values',
    lead: (newest: string) => `Latest sale: ${newest}.`,
    picture: 'Chart of shares',
    what: 'Value',
    share: 'Share known',
    known: 'Known',
    lots: 'Lots',
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
  cell: (share: string, known: string, lots: string) => `${share}, ${known} of ${lots}`,
};
