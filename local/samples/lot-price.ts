import { type MarketGem, marketYears } from './gem-market.ts';
import type { Random } from './random.ts';

// Whole weights that buyers ask for, so that the price per carat jumps at them.
const sought = [1, 2, 3, 5, 10, 20];

/** The market price of one stone of the most common source in a year, in US dollars, without random effects. */
export function marketPrice(
  { gem, pricePerCarat, elasticity, growth }: MarketGem,
  weight: number,
  year: number,
): number {
  const jumps = sought.filter((step) => weight >= step).length;
  const { colored, diamonds } = marketYears.find((one) => one.year === year) ?? { colored: 1, diamonds: 1 };
  const trend = (1 + growth) ** (year - 2015) * (gem.endsWith('Diamond') ? diamonds : colored);
  return weight * pricePerCarat * (weight / 3) ** elasticity * 1.07 ** (jumps - 3) * trend;
}

/**
 * Dampens prices above 250,000 US dollars, which few buyers can pay, so that the highest prices stay those of the famous
 * sales.
 */
export function affordable(dollars: number): number {
  const limit = 250_000;
  return dollars <= limit ? dollars : limit * (dollars / limit) ** 0.4;
}

/** Estimates and the prices without and with buyer's premium in whole US dollars; no price for an unsold lot. */
export type Offer = {
  readonly low: number;
  readonly high: number;
  readonly hammer: number | null;
  readonly price: number | null;
};

/**
 * The estimates around the worth of a lot, and its prices. There is no price below the reserve, which is nine tenths
 * of the low estimate; with these spreads that happens to 18 of 100 lots.
 */
export function offered(worth: number, random: Random): Offer {
  const middle = worth * Math.exp(0.044 + 0.22 * random.normal());
  const low = rounded(0.8 * middle);
  const bid = worth * Math.exp(0.22 * random.normal());
  const hammer = bid < 0.9 * low ? null : rounded(bid);
  return { low, high: rounded(1.2 * middle), hammer, price: hammer && withPremium(hammer) };
}

/** Two significant figures, as estimates and bids are; at least 100 dollars. */
function rounded(dollars: number): number {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(dollars)) - 1);
  return Math.max(100, Math.round(dollars / step) * step);
}

/** The hammer price with a buyer's premium in three steps, as the great houses charge it. */
function withPremium(hammer: number): number {
  const first = 0.25 * Math.min(hammer, 500_000);
  const second = 0.2 * Math.min(Math.max(hammer - 500_000, 0), 3_500_000);
  return Math.round(hammer + first + second + 0.135 * Math.max(hammer - 4_000_000, 0));
}
