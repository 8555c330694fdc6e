import { spreadOf } from '../compare.ts';
import { askBoth, askRound, openSides, type Side, type Times } from '../paired-answers.ts';
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
      const search: Side = {
        url: bed.engineUrls[0]!,
        exchange: {
          method: 'POST',
          path: `/${bed.environment.INDEX_ALIAS}/_search?request_cache=false`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      };
      const table: Side = { url: api.url, exchange: { method: 'GET', path } };
      return measure(bed, plan, table, search, { unit: '× the plain aggregation’s time', atMost: 2 });
    }),
}));

async function measure(
  { engineUrls, environment }: Testbed,
  plan: Plan,
  one: Side,
  other: Side,
  bound: { unit: string; atMost: number },
): Promise<Outcome> {
  const sides = openSides(one, other, { url: engineUrls[0]!, index: environment.INDEX_ALIAS! });
  const end = performance.now() + 2 * plan.warmUpSeconds * 1000;
  while (performance.now() < end) await askBoth(sides, true);
  const rounds: Times[] = [];
  for (let i = 0; i < plan.rounds; i++) rounds.push(await askRound(sides));
  await sides.close();
  return {
    figures: [
      { ...bound, value: spreadOf(rounds.map((times) => times.one / times.other)) },
      { unit: 'ms', value: spreadOf(rounds.map((times) => times.one)) },
      { unit: 'ms against', value: spreadOf(rounds.map((times) => times.other)) },
    ],
  };
}
