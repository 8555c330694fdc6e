import { auctionDetail } from '../api/v1/auctions/detail.ts';
import { auctionsList } from '../api/v1/auctions/list.ts';
import { statsMarket } from '../api/v1/stats/market.ts';
import { stats } from '../api/v1/stats/stats.ts';
import { statsTrends } from '../api/v1/stats/trends.ts';
import { suggestions } from '../api/v1/suggestions/suggestions.ts';
import { marketGems } from '../local/samples/gem-market.ts';
import { type Random, randomFrom, weighted } from '../local/samples/random.ts';
import { firstLot, syntheticLots } from '../local/samples/synthetic-lots.ts';
import type { Question } from './load.ts';
import type { Pace, Plan } from './row.ts';

/** Generators of different requests by path, from a seed. */
type Asker = (random: Random, records: number) => string;

const gemOf = weighted(marketGems.map(({ gem, weight }) => [gem, weight]));
const whole = (random: Random, from: number, to: number) => from + Math.floor(random.next() * (to - from));
const day = (random: Random) =>
  `${whole(random, 2005, 2022)}-${pad(whole(random, 1, 13))}-${pad(whole(random, 1, 29))}`;
const pad = (number: number) => String(number).padStart(2, '0');

/** Three filters that are rarely repeated. */
const filters = (random: Random) =>
  new URLSearchParams({
    gem_name: gemOf(random),
    price_min: String(whole(random, 500, 20_000)),
    date_from: day(random),
  });

/** Titles whose prefixes are typed. */
const titles = [...syntheticLots(20_000)].map(({ title }) => title);

/** Two to twenty characters of a title, from the beginning of a word. */
function typed(random: Random): string {
  const words = titles[whole(random, 0, titles.length)]!.split(' ');
  const rest = words.slice(whole(random, 0, words.length)).join(' ');
  return rest.slice(0, whole(random, 2, 20)).trim();
}

/** The requests of the rows, by the name of the path. */
export const askers = {
  list: (random) => `/api/v1/auctions?${filters(random)}`,
  detail: (random, records) => `/api/v1/auctions/${firstLot + whole(random, 0, records)}`,
  stats: (random) => `/api/v1/stats?${filters(random)}`,
  market: (random) => `/api/v1/stats/market?group_by=origin&${filters(random)}`,
  trends: (random) => `/api/v1/stats/trends?${filters(random)}`,
  suggestions: (random) => `/api/v1/suggestions?${new URLSearchParams({ q: typed(random) })}`,
} satisfies Record<string, Asker>;

export type Asked = keyof typeof askers;

/**
 * Number of APIs that record the searches of requests at once. Each counts suggestions once: two would
 * give the raw side more to do than the API has.
 */
export const recordersOf = (path: Asked) => (path === 'suggestions' ? 1 : 2);

const routes = {
  list: auctionsList,
  detail: auctionDetail,
  stats,
  market: statsMarket,
  trends: statsTrends,
  suggestions,
};

/** Whether the API treats a response as brief or as long. */
const kindOf = (path: Asked) => (routes[path].cost === 'brief' ? 'brief' : 'long');

/** Duration and connections for a kind of request. */
export function paceOf(path: Asked, { coldRounds: _cold, ...plan }: Plan): Pace {
  return { ...plan, connections: plan.connections[kindOf(path)] };
}

/** The same for cold responses. */
export function coldPaceOf(path: Asked, plan: Plan): Pace {
  return { ...paceOf(path, plan), rounds: plan.coldRounds[kindOf(path)] };
}

/** Different requests, until hardly any new one is left; they depend on `seed`. */
export function* questionsOf(asker: Asker, records: number, seed: number): Generator<Question> {
  const random = randomFrom(seed);
  const asked = new Set<string>();
  for (let repeats = 0; repeats < 100_000; repeats++) {
    const path = asker(random, records);
    if (asked.has(path)) continue;
    asked.add(path);
    repeats = 0;
    yield [{ method: 'GET', path }];
  }
}
