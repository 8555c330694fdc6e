/** The texts of the league table of auction houses, and of the sales of one. */
export const housesText = {
  houses: {
    title: 'Turnover in this data',
    lead: (prices: string) =>
      `Turnover is the total price of sold lots, in ${prices}. Select a house to see its sales.`,
    guide:
      'The share sold is that of the lots that sold or failed to sell, whose number stands after it. Lots that are neither sold nor not sold were withdrawn, or their result is not known. “Fees known” is the share of sold lots whose price is known to exclude or to include the buyer’s fees. Choose one to four houses in the filters to see the share that each sold by year.',
    more: (shown: string, total: string) =>
      `Shows the ${shown} houses with the highest turnover, of ${total}.`,
    byYear: 'Share sold by year',
    byYearLead:
      'Sold lots of the chosen houses as a share of those that sold or failed to sell. Hollow points have fewer than five priced lots.',
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
    lead: 'One row for each day of a sale, newest first. Select a sale to see its lots in the order of the catalog.',
    unnamed: 'Sale without a name',
    objects: (objects: string) =>
      `Excludes watches, boxes and other objects (${objects}); the lots of a sale include them.`,
  },
};
