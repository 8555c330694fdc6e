import { randomFrom, weighted } from '../../local/samples/random.ts';

/** A sold lot of a generated market. */
export interface MarketLot {
  id: number;
  /** YYYY-MM-DD */
  day: string;
  carat: number;
  origin: string | null;
  treatment: string | null;
  auction_house: string;
  pricePerCarat: number;
}

/** The first year of sales, and the number of years. */
export const marketYears = { first: 2008, count: 12 } as const;

const regionalOrigins = [
  ['Myanmar', 0.3],
  ['Thailand', 0.08],
  ['Mozambique', 0.22],
  ['Madagascar', 0.08],
  ['Tanzania', 0.04],
  ['Sri Lanka', 0.08],
  [null, 0.2],
] as const;

const houses = [
  ["Christie's", 0.3],
  ["Sotheby's", 0.3],
  ['Bonhams', 0.25],
  ['Phillips', 0.05],
  ['Heritage Auctions', 0.1],
] as const;

/**
 * Seeded rubies of a market that no regression describes: unrecorded qualities, errors of Student's t with 3 degrees of
 * freedom, correlated prices within sales, origin effects that drift apart, price jumps at round weights, and treatments that
 * are often unknown.
 */
export function generateMarket(seed: number, salesOfYear = 14): MarketLot[] {
  const random = randomFrom(seed);
  const origin = weighted(regionalOrigins);
  const house = weighted(houses);
  const walk = (deviation: number, start = 0) => {
    const steps = [start];
    for (let i = 1; i <= 4 * marketYears.count; i++)
      steps.push(steps[i - 1]! + (deviation / 2) * random.normal());
    return steps;
  };
  const level = walk(0.12);
  const premia = new Map(
    regionalOrigins.map(([name], i) => [name, walk(0.1, [0.8, 0.1, 0.2, 0, -0.1, 0.1, -0.1][i])] as const),
  );
  const houseLevels = new Map(houses.map(([name]) => [name, 0.15 * random.normal()] as const));
  const lots: MarketLot[] = [];
  for (let sale = 0; sale < salesOfYear * marketYears.count; sale++) {
    const at = Math.floor(random.next() * marketYears.count * 365);
    const quarter = Math.floor((at / 365) * 4);
    const auctionHouse = house(random);
    const mood = 0.25 * random.normal();
    const count = 1 + Math.floor(12 * random.next() ** 2);
    for (let i = 0; i < count; i++) {
      const [name, isHeated] = [origin(random), random.next() < 0.7];
      const carat = Math.max(0.2, Math.round(100 * Math.exp(0.9 + 0.75 * random.normal())) / 100);
      const x = Math.log(carat);
      // Quality is higher for heavy or unheated stones, and at two of the houses.
      const isBetter =
        random.next() <
        0.15 + 0.08 * x + (isHeated ? 0 : 0.15) + (houseLevels.get(auctionHouse)! > 0 ? 0.1 : 0);
      const quality = (isBetter ? 0.8 : 0) + 0.25 * random.normal();
      const tail =
        (0.3 * random.normal()) /
        Math.sqrt((random.normal() ** 2 + random.normal() ** 2 + random.normal() ** 2) / 3);
      const rounds = [1, 2, 3, 5, 10].filter((round) => carat >= round).length;
      const y =
        7.2 +
        0.55 * x +
        0.12 * rounds +
        premia.get(name)![quarter]! * (1 + 0.15 * x) +
        level[quarter]! +
        (isHeated ? 0 : 0.7 + 0.1 * x) +
        houseLevels.get(auctionHouse)! +
        mood +
        quality +
        tail;
      lots.push({
        id: lots.length + 1,
        day: new Date(Date.UTC(marketYears.first, 0, 1 + at)).toISOString().slice(0, 10),
        carat,
        origin: name,
        treatment: random.next() < 0.25 ? null : isHeated ? 'Heated' : 'No heat',
        auction_house: auctionHouse,
        pricePerCarat: Math.exp(y),
      });
    }
  }
  return lots.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id));
}
