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
    title: 'Lots by auction house and year',
    lead: 'Each cell is a number of lots. A stronger color means more lots. Select a cell to see its lots.',
    guide:
      'Where a cell is pale, figures for this house and year are based on few lots. Where a cell is empty, the data has no lots, although sales may have taken place.',
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
};
