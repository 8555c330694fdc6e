import { type Random, randomFrom, weighted } from '../../local/samples/random.ts';
import { type MarketLot, marketYears } from './heavy-tailed-market.ts';

const origins = [
  ['Colombia', 0.4],
  ['Zambia', 0.25],
  ['Brazil', 0.1],
  ['Afghanistan', 0.08],
  ['Ethiopia', 0.07],
  [null, 0.1],
] as const;

/** The effect of each origin, its growth with ln(carat), and the additional effect of no oil. */
const effects = new Map<string | null, readonly [level: number, withSize: number, untreated: number]>([
  ['Colombia', [0.9, 0.25, 0.9]],
  ['Zambia', [0.35, 0.1, 0.25]],
  ['Brazil', [0, 0, 0.15]],
  ['Afghanistan', [0.3, 0.05, 0.5]],
  ['Ethiopia', [-0.2, -0.05, 0]],
  [null, [0.2, 0.1, 0.3]],
]);

const houses = ["Christie's", "Sotheby's", 'Bonhams', 'Heritage Auctions', 'Phillips'] as const;

/**
 * Seeded emeralds of a market for validation only: no setting of the service was chosen with it. It differs from
 * `generateMarket`: a trend that breaks with a fall in 2014, house effects that persist from sale to sale, origin effects that
 * depend on weight and treatment, errors of Student's t with 4 degrees of freedom that grow with the weight, houses that come
 * and go, and origins that are more often unknown for small stones.
 */
export function generateBrokenTrend(seed: number): MarketLot[] {
  const random = randomFrom(seed);
  const origin = weighted(origins);
  const moods = new Map<string, number>();
  const days = Array.from({ length: 13 * marketYears.count }, () =>
    Math.floor(random.next() * marketYears.count * 365.25),
  ).sort((a, b) => a - b);
  const lots: MarketLot[] = [];
  for (const at of days) {
    const year = at / 365.25;
    const house = houses[Math.floor(random.next() * (year < 5 ? 3 : houses.length))]!;
    const mood = 0.7 * (moods.get(house) ?? 0) + 0.2 * random.normal();
    moods.set(house, mood);
    const count = 2 + Math.floor(random.next() * 10);
    for (let i = 0; i < count; i++)
      lots.push({ ...lotOf(random, { year, house, mood, origin: origin(random) }), day: dayOf(at), id: 0 });
  }
  return lots.map((lot, i) => ({ ...lot, id: i + 1 }));
}

const dayOf = (at: number) => new Date(Date.UTC(marketYears.first, 0, 1 + at)).toISOString().slice(0, 10);

/** The price level: 9% a year up to a fall of a quarter in 2014, then 3% a year, and higher in autumn. */
const levelOf = (year: number) =>
  (year < 6.5 ? 0.09 * year : 0.09 * 6.5 - 0.28 + 0.03 * (year - 6.5)) + 0.05 * Math.cos(2 * Math.PI * year);

function lotOf(
  random: Random,
  { year, house, mood, origin }: { year: number; house: string; mood: number; origin: string | null },
): Omit<MarketLot, 'id' | 'day'> {
  const size = random.next() < 0.7 ? Math.exp(0.6 + 0.5 * random.normal()) : 2 + 10 * random.next() ** 2;
  const carat = Math.max(0.3, Math.round(100 * size) / 100);
  const x = Math.log(carat);
  const isUntreated = random.next() < 0.25;
  const [level, withSize, untreated] = effects.get(origin)!;
  const [a, b, c, d] = [0, 1, 2, 3].map(() => random.normal()) as [number, number, number, number];
  const tail = random.normal() / Math.sqrt((a * a + b * b + c * c + d * d) / 4);
  const y =
    6.8 +
    0.9 * x -
    0.08 * x * x +
    levelOf(year) +
    level +
    withSize * x +
    (isUntreated ? untreated + 0.15 * x : 0) +
    0.1 * houses.indexOf(house as (typeof houses)[number]) +
    mood +
    (0.3 + 0.1 * Math.abs(x)) * tail;
  const isUnknown = random.next() < 0.4 * Math.exp(-carat);
  return {
    carat,
    origin: isUnknown ? null : origin,
    treatment: random.next() < 0.15 ? null : isUntreated ? 'No oil' : 'Minor oil',
    auction_house: house,
    pricePerCarat: Math.exp(y),
  };
}
