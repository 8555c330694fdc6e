import type { Server } from '../../local/server.ts';
import { spreadOf } from '../compare.ts';
import { askBoth, askRound, openSides, type Sides, type Times } from '../paired-answers.ts';
import { peakMb } from '../process-figures.ts';
import type { Outcome, Plan, Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** A gem whose index is requested. */
interface Asked {
  gem: string;
  /** Why this gem was selected. */
  of: string;
  /** Times the plain aggregation's time, of a million records. */
  atMost: number;
}

const indices: Asked[] = [
  { gem: 'Diamond', of: 'the gem of most lots', atMost: 6 },
  { gem: 'Sapphire', of: 'the gem of most origins, treatments and houses', atMost: 6 },
  { gem: 'Ruby', of: 'fewer lots', atMost: 6 },
];

/** Minimum records for the floors. */
const floorFrom = 1_000_000;

/** The price index of one gem over all dates, cold, against the plain aggregation over the lots that it rests on. */
export const priceIndices: Row[] = indices.map((index) => ({
  name: `price-index-${index.gem.toLowerCase()}`,
  what: `price index, ${index.gem}: ${index.of}, cold`,
  measure: (bed, plan) => measure(bed, plan, index),
}));

function measure(bed: Testbed, plan: Plan, { gem, atMost }: Asked): Promise<Outcome> {
  return withApi(bed, coldSettings, async (api) => {
    const sides = sidesOf(bed, api, gem);
    expectSameLots(JSON.parse(await sides.one()), JSON.parse(await sides.other()));
    const end = performance.now() + 2 * plan.warmUpSeconds * 1000;
    while (performance.now() < end) await askBoth(sides, true);
    const rounds: Times[] = [];
    for (let i = 0; i < plan.rounds; i++) rounds.push(await askRound(sides));
    await sides.close();
    const ratio = spreadOf(rounds.map(({ one, other }) => one / other));
    const hasFloor = bed.records >= floorFrom;
    return {
      figures: [
        { unit: '× the plain aggregation’s time', value: ratio, ...(hasFloor && { atMost }) },
        { unit: 'ms the index', value: spreadOf(rounds.map(({ one }) => one)) },
        { unit: 'ms the plain aggregation', value: spreadOf(rounds.map(({ other }) => other)) },
        { unit: 'MB of the API at most', value: peakMb(api.pid), atMost: 300 },
      ],
    };
  });
}

/** The price index, and the plain aggregation. */
function sidesOf({ engineUrls, environment }: Testbed, api: Server, gem: string): Sides {
  const index = environment.INDEX_ALIAS!;
  const plain = {
    ...{ method: 'POST' as const, path: `/${index}/_search?request_cache=false` },
    ...{ headers: { 'content-type': 'application/json' }, body: JSON.stringify(plainAggregation(gem)) },
  };
  const path = `/api/ext/price-index?gem_name=${gem.toLowerCase()}`;
  return openSides(
    { url: api.url, exchange: { method: 'GET', path } },
    { url: engineUrls[0]!, exchange: plain },
    { url: engineUrls[0]!, index },
  );
}

/**
 * What one would ask for without the service: the quartiles of the price per carat by year, as Elasticsearch takes them
 * by default, of the lots that the index rests on. A prepared field names those lots: that is the cheapest way.
 */
function plainAggregation(gem: string) {
  return {
    query: { bool: { filter: [{ term: { gem_type: gem } }, { exists: { field: 'hedonic.y' } }] } },
    size: 0,
    track_total_hits: false,
    aggs: {
      years: {
        terms: { field: 'year', size: 1000, order: { _key: 'asc' } },
        aggs: { prices: { percentiles: { field: 'price_per_carat_usd', percents: [25, 50, 75] } } },
      },
    },
  };
}

/** @throws Error where the index and the plain aggregation do not count the same lots in every year */
function expectSameLots(index: IndexAnswer, plain: PlainAnswer): void {
  const lots = index.data.periods.filter(({ n }) => n > 0).map(({ period, n }) => `${period}: ${n}`);
  const counted = plain.aggregations.years.buckets.map(({ key, doc_count }) => `${key}: ${doc_count}`);
  if (lots.length === 0 || lots.join() !== counted.join())
    throw new Error('The index and the plain aggregation are not of the same lots.');
}

interface IndexAnswer {
  data: { periods: { period: string; n: number }[] };
}

interface PlainAnswer {
  aggregations: { years: { buckets: { key: number; doc_count: number }[] } };
}
