import { Client } from 'undici';
import type { Exchange } from '../exchange.ts';
import { peakMb } from '../process-figures.ts';
import type { Outcome, Plan, Row } from '../row.ts';
import { median, spreadOf } from '../spread.ts';
import { coldSettings, startApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** Of a million lots the first is a quarter, and the second has the most origins, treatments and houses. */
const gems = ['Diamond', 'Sapphire'];

/** The floor is for so many records. */
const floorFrom = 1_000_000;

/** How often each side is asked in a round. */
const asked = 20;

/** The price index of one gem over all dates, cold, against the plain aggregation over the lots that it rests on. */
export const priceIndices: Row[] = gems.map((gem) => ({
  name: `price-index-${gem.toLowerCase()}`,
  what: `price index of one gem (${gem}), cold`,
  measure: (bed, plan) => measure(bed, plan, gem),
}));

async function measure(bed: Testbed, plan: Plan, gem: string): Promise<Outcome> {
  const api = await startApi(bed, coldSettings);
  const service = new Client(api.url);
  const engine = new Client(bed.engineUrls[0]!);
  const { INDEX_ALIAS: index } = bed.environment;
  const plain: Exchange = {
    ...{ method: 'POST', path: `/${index}/_search?request_cache=false` },
    ...{ headers: { 'content-type': 'application/json' }, body: JSON.stringify(plainAggregation(gem)) },
  };
  const question: Exchange = { method: 'GET', path: `/api/ext/price-index?gem_name=${gem.toLowerCase()}` };
  /** Milliseconds of one answer of each side; the searches of the API meet no answer that Elasticsearch keeps. */
  const askBoth = async () => {
    await answer(engine, { method: 'POST', path: `/${index}/_cache/clear?request=true` });
    return { api: await timed(service, question), raw: await timed(engine, plain) };
  };
  try {
    expectSameLots(JSON.parse(await answer(service, question)), JSON.parse(await answer(engine, plain)));
    const end = performance.now() + 2 * plan.warmUpSeconds * 1000;
    while (performance.now() < end) await askBoth();
    const found = { ratio: [] as number[], apiMs: [] as number[], rawMs: [] as number[] };
    for (let round = 0; round < plan.rounds; round++) {
      const times: Awaited<ReturnType<typeof askBoth>>[] = [];
      for (let i = 0; i < asked; i++) times.push(await askBoth());
      const [apiMs, rawMs] = [median(times.map(({ api }) => api)), median(times.map(({ raw }) => raw))];
      found.apiMs.push(apiMs);
      found.rawMs.push(rawMs);
      found.ratio.push(apiMs / rawMs);
    }
    return {
      figures: [
        {
          unit: '× the plain aggregation’s time',
          value: spreadOf(found.ratio),
          ...(bed.records >= floorFrom && { atMost: 5 }),
        },
        { unit: 'ms the index', value: spreadOf(found.apiMs) },
        { unit: 'ms the plain aggregation', value: spreadOf(found.rawMs) },
        { unit: 'MB of the API at most', value: peakMb(api.pid), atMost: 250 },
      ],
    };
  } finally {
    await Promise.all([service.close(), engine.close()]);
    await api.stop();
  }
}

/**
 * What one would ask for without the service: the quartiles of the price per carat by year, as Elasticsearch takes them
 * by default, of the lots that the index rests on. A prepared field names those lots: that is the cheapest way.
 */
function plainAggregation(gem: string) {
  return {
    query: { bool: { filter: [{ term: { gem_type: gem } }, { exists: { field: 'hedonic.x' } }] } },
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

async function timed(client: Client, exchange: Exchange): Promise<number> {
  const start = performance.now();
  await answer(client, exchange);
  return performance.now() - start;
}

/** The answer to the last byte. */
async function answer(client: Client, { method, path, headers, body }: Exchange): Promise<string> {
  const response = await client.request({ method, path, headers: headers ?? null, body: body ?? null });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}.`);
  return text;
}
