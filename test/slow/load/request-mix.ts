import { randomInt } from 'node:crypto';
import { firstLot } from '../../../local/samples/synthetic-lots.ts';

const gems = ['ruby', 'sapphire', 'emerald', 'spinel', 'alexandrite', 'jadeite', 'garnet', 'diamond'];
const origins = ['Burma', 'Ceylon', 'kashmir', 'colombia', 'madagascar', 'none'];

/** A random one of the values, all equally likely. */
const any = <T>(values: readonly T[]): T => values[randomInt(values.length)]!;

/** Common requests, whose responses are cached. */
const repeated = [
  '/api/v1/auctions',
  '/api/v1/auctions?page=2',
  '/api/v1/auctions?gem_name=ruby&sort=-price',
  '/api/v1/auctions?facets=gem_type,origin,year&limit=10',
  '/api/v1/auctions/latest',
  `/api/v1/auctions/${firstLot}`,
  '/api/v1/auctions/7',
  '/api/v1/stats',
  '/api/v1/stats/market',
  '/api/v1/stats/trends?interval=quarter',
  '/api/v1/rankings/top-price',
  '/api/v1/rankings/price-per-carat?gem_name=sapphire',
  '/api/v1/suggestions?q=bur',
  '/',
  '/api/v1/openapi.json',
];

/** A random filter that is unlikely to repeat. */
const anyFilter = () =>
  `gem_name=${any(gems)}&origin=${any(origins)}&price_min=${randomInt(1_000, 100_000)}&weight_max=${randomInt(3, 40)}`;

/** Rare requests, which all need a search. */
const cold: (() => string)[] = [
  () => `/api/v1/auctions?${anyFilter()}`,
  () => `/api/v1/auctions?price_min=${randomInt(100_000)}&sort=${any(['price', '-carat', 'date'])}`,
  () => `/api/v1/auctions?page=${randomInt(2, 400)}&limit=100`,
  () => `/api/v1/auctions?q=${any(gems)}&price_max=${randomInt(10_000, 10_000_000)}`,
  () => `/api/ext/export/auctions?format=${any(['csv', 'ndjson'])}&fields=title&${anyFilter()}`,
  () => `/api/ext/export/market?format=csv&group_by=origin,year&${anyFilter()}`,
  () => `/api/ext/export/trends?format=csv&interval=quarter&${anyFilter()}`,
  () => `/api/ext/export/top-price?format=ndjson&${anyFilter()}`,
  () => `/api/ext/export/price-per-carat?format=csv&${anyFilter()}`,
  () => `/api/v1/auctions/latest?${anyFilter()}`,
  () => `/api/v1/auctions/${firstLot + randomInt(30_000)}`,
  () => `/api/v1/stats?${anyFilter()}`,
  () => `/api/v1/stats/market?group_by=origin,year&limit=100&${anyFilter()}`,
  () => `/api/v1/stats/trends?${anyFilter()}`,
  () => `/api/v1/rankings/top-price?${anyFilter()}`,
  () => `/api/v1/rankings/price-per-carat?page=${randomInt(1, 20)}&${anyFilter()}`,
  () => `/api/ext/price-index?gem_name=${any(gems)}&price_min=${randomInt(1_000, 100_000)}`,
  () => `/api/ext/comparables?gem_name=${any(gems)}&carat=${randomInt(10, 400) / 20}`,
  () => `/api/ext/size-curve?gem_name=${any(gems)}&price_min=${randomInt(1_000, 100_000)}`,
  () => `/api/ext/records?gem_name=${any(gems)}&price_min=${randomInt(1_000, 100_000)}`,
  () => `/api/v1/suggestions?q=${any(gems).slice(0, randomInt(1, 5))}&limit=${randomInt(1, 50)}`,
];

/** A random request over all paths: half cached, half not. */
export const nextRequest = (): string => (randomInt(2) === 0 ? any(repeated) : any(cold)());
