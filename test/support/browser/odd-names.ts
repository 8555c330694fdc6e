const gem_type = 'Moon, cheese';
const [origin, auction_house, date] = ['"Old" Mine, lost', 'Smith, "Jones" & Co', '2019-05-01'];

/** Lots with names that a list of values has to quote. */
export const oddNames = [
  { id: 900_001, title: 'A wheel', gem_type, origin, auction_house, carat: 2.995 },
  { id: 900_002, title: 'A slice', gem_type, origin, auction_house, carat: 5 },
  { id: 900_003, title: 'A crumb', gem_type, origin, auction_house: 'Smith', carat: 7 },
  { id: 900_004, title: 'A rind', gem_type, origin, auction_house: 'None', carat: 5 },
].map((lot) => ({ ...lot, price_final_usd: 1000, auction_date: date }));
