import { peakMb } from '../compare.ts';
import type { Outcome, Plan, Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';
import { type Side, searchSide, timePair } from './prices.ts';

/** Maximum multiple of the plain aggregation's time, for a million records. */
const atMost = 6;

/** Minimum records for the floor. */
const floorFrom = 1_000_000;

const indices = [
  { gem: 'Diamond', why: 'the gem of most lots' },
  { gem: 'Sapphire', why: 'the gem of most origins, treatments and houses' },
  { gem: 'Ruby', why: 'fewer lots' },
];

/** The price index of one gem over all dates, cold, against the plain aggregation over the lots that it rests on. */
export const priceIndices: Row[] = indices.map(({ gem, why }) => ({
  name: `price-index-${gem.toLowerCase()}`,
  what: `price index, ${gem}: ${why}, cold`,
  measure: (bed, plan) => measure(bed, plan, gem),
}));

function measure(bed: Testbed, plan: Plan, gem: string): Promise<Outcome> {
  return withApi(bed, coldSettings, async (api) => {
    const path = `/api/ext/price-index?gem_name=${gem.toLowerCase()}`;
    const index: Side = { url: api.url, exchange: { method: 'GET', path } };
    const plain = searchSide(bed, plainAggregation(gem));
    const times = await timePair(bed, plan, index, plain, (one, other) =>
      expectSameLots(JSON.parse(one), JSON.parse(other)),
    );
    const hasFloor = bed.records >= floorFrom;
    return {
      figures: [
        { unit: '× the plain aggregation’s time', value: times.ratio, ...(hasFloor && { atMost }) },
        { unit: 'ms the index', value: times.one },
        { unit: 'ms the plain aggregation', value: times.other },
        { unit: 'MB of the API at most', value: peakMb(api.pid), atMost: 300 },
      ],
    };
  });
}

/**
 * The query of a client without the service: the quartiles of the price per carat by year, with the defaults of
 * Elasticsearch, of the lots in the index. A computed field selects those lots, which is the cheapest way.
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
    throw new Error('The price index and the plain aggregation do not count the same lots.');
}

interface IndexAnswer {
  data: { periods: { period: string; n: number }[] };
}

interface PlainAnswer {
  aggregations: { years: { buckets: { key: number; doc_count: number }[] } };
}
