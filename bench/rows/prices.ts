import { Client } from 'undici';
import { median, type Spread, spreadOf } from '../compare.ts';
import type { Exchange } from '../load.ts';
import type { Outcome, Plan, Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

const choices = ['basis=premium', 'dollars=real', 'basis=premium&dollars=real'];

const chosen = [
  ...['stats', 'stats/market?group_by=gem_type,year', 'stats/trends?interval=quarter'].map(
    (path) => `v1/${path}`,
  ),
  ...['price-index', 'size-curve', 'premia', 'comparables?carat=3'].map(
    (path) => `ext/${path}${path.includes('?') ? '&' : '?'}gem_name=sapphire`,
  ),
].flatMap((path) =>
  // Premia are ratios within one year, in which dollars do not differ.
  choices
    .filter((choice) => !path.includes('premia') || choice === 'basis=premium')
    .map((choice) => ({ path, choice })),
);

/** Figures of other prices, cold, against the same figures of published prices. */
export const chosenPrices: Row[] = chosen.map(({ path, choice }) => ({
  name: `prices-${path.replace(/^.*\/|\?.*/g, '')}-${choice.replaceAll(/=|&/g, '-')}`,
  what: `${path} with ${choice}, cold, against the same without`,
  measure: (bed, plan) =>
    withApi(bed, coldSettings, (api) => {
      const request = (query: string): Side => ({
        url: api.url,
        exchange: {
          method: 'GET',
          path: `/api/${path}${query && `${path.includes('?') ? '&' : '?'}${query}`}`,
        },
      });
      return measure(bed, plan, request(choice), request(''), { unit: '× the time without', atMost: 1.15 });
    }),
}));

/** A table over all lots, with the aggregation that one would ask for without the service. */
const tables = [
  {
    name: 'estimates',
    path: '/api/ext/estimates?basis=premium&group_by=auction_house,year',
    // The response has the same figures of all lots.
    ofAll: true,
    plain: {
      filter: { exists: { field: 'estimates.band' } },
      aggs: {
        places: { terms: { field: 'estimates.premium_place' } },
        sold: { terms: { field: 'sale_status' } },
        low: { percentiles: { field: 'estimates.premium_low', percents: [25, 50, 75] } },
        middle: { percentiles: { field: 'estimates.premium_middle', percents: [25, 50, 75] } },
      },
    },
  },
  {
    name: 'coverage',
    path: '/api/ext/coverage',
    ofAll: false,
    plain: {
      filter: { match_all: {} },
      aggs: Object.fromEntries([
        ['newest', { max: { field: 'auction_date' } }],
        ...['is_sold', 'carat', 'origin', 'treatment', 'estimates.band'].map((field) => [
          field.replace('.', '_'),
          { value_count: { field } },
        ]),
        ...['price_final_usd', 'price_hammer_usd', 'price_premium_usd'].map((field) => [
          field,
          { value_count: { field } },
        ]),
      ]),
    },
  },
];

/** The tables of estimates and coverage, cold, against the plain aggregation by house and year. */
export const priceTables: Row[] = tables.map(({ name, path, ofAll, plain }) => ({
  name,
  what: `${path}, cold, against the plain aggregation`,
  measure: (bed, plan) =>
    withApi(bed, coldSettings, (api) => {
      const body = {
        query: { bool: { filter: [plain.filter] } },
        size: 0,
        track_total_hits: false,
        aggs: {
          ...(ofAll && plain.aggs),
          houses: {
            terms: { field: 'auction_house.folded', size: 1000 },
            aggs: { years: { terms: { field: 'year', size: 1000 }, aggs: plain.aggs } },
          },
        },
      };
      const table: Side = { url: api.url, exchange: { method: 'GET', path } };
      const bound = { unit: '× the plain aggregation’s time', atMost: 2 };
      return measure(bed, plan, table, searchSide(bed, body), bound);
    }),
}));

async function measure(
  bed: Testbed,
  plan: Plan,
  one: Side,
  other: Side,
  bound: { unit: string; atMost: number },
): Promise<Outcome> {
  const times = await timePair(bed, plan, one, other);
  return {
    figures: [
      { ...bound, value: times.ratio },
      { unit: 'ms', value: times.one },
      { unit: 'ms against', value: times.other },
    ],
  };
}

/** A server, and the request that a side sends to it. */
export interface Side {
  url: string;
  exchange: Exchange;
}

/** A search of the records, as Elasticsearch gets it. */
export const searchSide = ({ engineUrls, environment }: Testbed, body: object): Side => ({
  url: engineUrls[0]!,
  exchange: {
    method: 'POST',
    path: `/${environment.INDEX_ALIAS}/_search?request_cache=false`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  },
});

/** Requests of each side in a round. */
const requestsPerRound = 20;

/**
 * Times two requests alternately, each to the last byte and with cleared caches: milliseconds of both, and the ratio.
 * @param check is given the first responses, and throws where they do not match
 */
export async function timePair(
  { engineUrls, environment }: Testbed,
  plan: Plan,
  one: Side,
  other: Side,
  check: (one: string, other: string) => void = () => {},
): Promise<Record<'one' | 'other' | 'ratio', Spread>> {
  const clients = {
    one: new Client(one.url),
    other: new Client(other.url),
    engine: new Client(engineUrls[0]!),
  };
  const clear = { method: 'POST', path: `/${environment.INDEX_ALIAS}/_cache/clear?request=true` } as const;
  const ask = {
    one: () => answer(clients.one, one.exchange),
    other: () => answer(clients.other, other.exchange),
  };
  const timeBoth = async (order: ('one' | 'other')[]) => {
    await answer(clients.engine, clear);
    const times = { one: 0, other: 0 };
    for (const side of order) {
      const start = performance.now();
      await ask[side]();
      times[side] = performance.now() - start;
    }
    return times;
  };
  check(await ask.one(), await ask.other());
  const end = performance.now() + 2 * plan.warmUpSeconds * 1000;
  while (performance.now() < end) await timeBoth(['one', 'other']);
  const rounds = { one: [] as number[], other: [] as number[] };
  for (let round = 0; round < plan.rounds; round++) {
    const times = [];
    for (let i = 0; i < requestsPerRound; i++)
      times.push(await timeBoth(i % 2 === 0 ? ['one', 'other'] : ['other', 'one']));
    rounds.one.push(median(times.map((both) => both.one)));
    rounds.other.push(median(times.map((both) => both.other)));
  }
  await Promise.all(Object.values(clients).map((client) => client.close()));
  const ratio = spreadOf(rounds.one.map((ms, i) => ms / rounds.other[i]!));
  return { one: spreadOf(rounds.one), other: spreadOf(rounds.other), ratio };
}

async function answer(client: Client, { method, path, headers, body }: Exchange): Promise<string> {
  const response = await client.request({ method, path, headers: headers ?? null, body: body ?? null });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}.`);
  return text;
}
