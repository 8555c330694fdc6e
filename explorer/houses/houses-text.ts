/** The texts of the league table of auction houses, and of the sales of one. */
export const housesText = {
  houses: {
    title: 'Turnover in this data',
    lead: (prices: string) =>
      `Turnover is the total price of sold lots, in ${prices}. Select a house to see its sales.`,
    guide:
      'The share sold counts sold lots among lots that sold or failed to sell. “Fees known” is the share of sold lots whose price is known to exclude or to include the buyer’s fees. Choose two to four houses in the filters to compare their years.',
    more: (shown: string, total: string) =>
      `Shows the ${shown} houses with the highest turnover, of ${total}.`,
    byYear: 'Lots by year',
    byYearLead: 'Lots offered by the chosen houses in each year.',
  },
  columns: {
    house: 'House',
    turnover: 'Turnover',
    lots: 'Lots',
    sold: 'Sold',
    unsold: 'Not sold',
    rate: 'Share sold',
    newest: 'Newest sale',
    basis: 'Fees known',
    sale: 'Sale',
    city: 'City',
    date: 'Date',
    top: 'Highest price',
  },
  sales: {
    count: (house: string, sales: number, shown: string) =>
      `${house}: ${shown} ${sales === 1 ? 'sale' : 'sales'}`,
    lead: 'One row for each day of a sale, newest first. Select a sale to see its lots in the order of the catalog. The first of a month can stand for a date of which only the month is known.',
    unnamed: 'Sale without a name',
    objects: (objects: string) =>
      `Excludes watches, boxes and other objects (${objects}); the lots of a sale include them.`,
  },
};
