import { type Random, randomFrom, weighted } from '../../local/samples/random.ts';
import { type MarketLot, marketYears } from './heavy-tailed-market.ts';

const origins = [
  ['Sri Lanka', 0.4],
  ['Madagascar', 0.25],
  ['Myanmar', 0.12],
  ['Australia', 0.1],
  ['Kashmir', 0.05],
  [null, 0.08],
] as const;

/** The effect of each origin on ln(price per carat), and the standard deviation of its unrecorded quality. */
const effects = new Map<string | null, readonly [level: number, spread: number]>([
  ['Kashmir', [1.9, 0.55]],
  ['Myanmar', [1.0, 0.4]],
  ['Sri Lanka', [0.4, 0.22]],
  ['Madagascar', [0.1, 0.2]],
  ['Australia', [-0.6, 0.15]],
  [null, [0, 0.3]],
]);

const houses = [
  ["Christie's", 0.35],
  ["Sotheby's", 0.35],
  ['Bonhams', 0.3],
] as const;

/**
 * Seeded sapphires of a market whose prices are more certain for some stones than for others: the spread of unrecorded
 * quality depends on origin and treatment, as color and clarity matter more for fine stones. Large sales, whose lots have
 * a level in common, and a steady rise with two years of decline.
 */
export function generateUnevenNoise(seed: number): MarketLot[] {
  const random = randomFrom(seed);
  const [origin, house] = [weighted(origins), weighted(houses)];
  const days = Array.from({ length: 6 * marketYears.count }, () =>
    Math.floor(random.next() * marketYears.count * 365.25),
  ).sort((a, b) => a - b);
  const lots = days.flatMap((at) => {
    const sale = { at, house: house(random), mood: 0.1 * random.normal() };
    const count = 4 + Math.floor(24 * random.next());
    return Array.from({ length: count }, () => lotOf(random, sale, origin(random)));
  });
  return lots.map((lot, i) => ({ ...lot, id: i + 1 }));
}

const dayOf = (at: number) => new Date(Date.UTC(marketYears.first, 0, 1 + at)).toISOString().slice(0, 10);

/** The price level: 5% a year, but a fall of 8% a year in 2015 and 2016. */
const levelOf = (year: number) => 0.05 * year - 0.13 * Math.min(2, Math.max(0, year - 7));

function lotOf(
  random: Random,
  { at, house, mood }: { at: number; house: string; mood: number },
  origin: string | null,
): Omit<MarketLot, 'id'> {
  const carat = Math.max(0.5, Math.round(100 * Math.exp(1.2 + 0.6 * random.normal())) / 100);
  const x = Math.log(carat);
  const isUnheated = random.next() < 0.3;
  const [level, spread] = effects.get(origin)!;
  const y =
    6.5 +
    0.7 * x +
    levelOf(at / 365.25) +
    level +
    (isUnheated ? 0.5 : 0) +
    mood +
    spread * (isUnheated ? 1.6 : 1) * random.normal();
  return {
    day: dayOf(at),
    ...{ carat, origin, auction_house: house },
    treatment: random.next() < 0.1 ? null : isUnheated ? 'No heat' : 'Heated',
    pricePerCarat: Math.exp(y),
  };
}
