import { auctionDetail } from '../api/routes/auction-detail.ts';
import { auctionsList } from '../api/routes/auctions-list.ts';
import { stats } from '../api/routes/stats.ts';
import { statsMarket } from '../api/routes/stats-market.ts';
import { statsTrends } from '../api/routes/stats-trends.ts';
import { suggestions } from '../api/routes/suggestions.ts';
import { marketGems } from '../local/samples/gem-market.ts';
import { type Random, randomFrom, weighted } from '../local/samples/random.ts';
import { syntheticLots } from '../local/samples/synthetic-lots.ts';
import type { Question } from './exchange.ts';
import type { Pace, Plan } from './row.ts';

/** Paths of the API, each other than the last: what people ask, made up by a seed. */
export type Asker = (random: Random, records: number) => string;

const gemOf = weighted(marketGems.map(({ gem, weight }) => [gem, weight]));
const whole = (random: Random, from: number, to: number) => from + Math.floor(random.next() * (to - from));
const day = (random: Random) =>
  `${whole(random, 2005, 2022)}-${pad(whole(random, 1, 13))}-${pad(whole(random, 1, 29))}`;
const pad = (number: number) => String(number).padStart(2, '0');

/** Three filters that hardly ever come twice. */
const filters = (random: Random) =>
  new URLSearchParams({
    gem_name: gemOf(random),
    price_min: String(whole(random, 500, 20_000)),
    date_from: day(random),
  });

const firstId = 1_000_000;

/** Titles of which beginnings are typed. */
const titles = [...syntheticLots(20_000)].map(({ title }) => title);

/** A few letters to two words, from the beginning of a word on. */
function typed(random: Random): string {
  const words = titles[whole(random, 0, titles.length)]!.split(' ');
  const rest = words.slice(whole(random, 0, words.length)).join(' ');
  return rest.slice(0, whole(random, 2, 20)).trim();
}

/** What is asked in the rows, by the name of the path. */
export const askers = {
  list: (random) => `/api/v1/auctions?${filters(random)}`,
  detail: (random, records) => `/api/v1/auctions/${firstId + whole(random, 0, records)}`,
  stats: (random) => `/api/v1/stats?${filters(random)}`,
  market: (random) => `/api/v1/stats/market?group_by=origin&${filters(random)}`,
  trends: (random) => `/api/v1/stats/trends?${filters(random)}`,
  suggestions: (random) => `/api/v1/suggestions?${new URLSearchParams({ q: typed(random) })}`,
} satisfies Record<string, Asker>;

export type Asked = keyof typeof askers;

/**
 * How many APIs tell at once which searches are behind the questions. What is suggested is counted once by each: two would
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

/** Whether the API makes an answer as a brief or as a long one. */
const kindOf = (path: Asked) => (routes[path].isBrief ? 'brief' : 'long');

/** How long, and over how many connections, a kind of question is asked. */
export function paceOf(path: Asked, { coldRounds: _cold, ...plan }: Plan): Pace {
  return { ...plan, connections: plan.connections[kindOf(path)] };
}

/** The same for cold answers. */
export function coldPaceOf(path: Asked, plan: Plan): Pace {
  return { ...paceOf(path, plan), rounds: plan.coldRounds[kindOf(path)] };
}

/** Different questions, until hardly a new one is left; `seed` decides which. */
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
