import type { ChildProcess } from 'node:child_process';
import { csvHeader, csvLine } from '../../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { type DescribedPath, readDescription } from '../contract/api-description.ts';
import { startIngest } from '../start-ingest.ts';

/** An API to attack, in its own process: with data, a rate limit that is never reached, and its whole log. */
export interface Target {
  api: ApiProcess;
  /** Every path that its OpenAPI document names. */
  paths: DescribedPath[];
  /** The state of Elasticsearch and Redis, without the counts of the rate limit. */
  kept(): Promise<Kept>;
  /** The value of a metric, summed over labels. */
  metric(name: string): Promise<number>;
  close(): Promise<void>;
}

interface Kept {
  indices: Record<string, { docs: number; writes: number; dataVersion: unknown }>;
  redisKeys: string[];
}

export async function startTarget(): Promise<Target> {
  const ingest = await startIngest();
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children) child.kill('SIGKILL');
    await ingest.close();
  };
  try {
    await ingest.import('lots.csv', csvHeader + [...syntheticLots(500)].map(csvLine).join(''));
    const settings = {
      INDEX_ALIAS: ingest.alias,
      RATE_LIMIT_MAX: '1000000000',
      // All attackers share one address.
      MAX_CONNECTIONS_PER_CLIENT: '400',
    };
    const api = await startApiProcess(settings, (child) => {
      children.push(child);
      return child;
    });
    const document = await (await fetch(`${api.url}/api/v1/openapi.json`)).json();
    return {
      api,
      paths: readDescription(document),
      kept: () => keptOf(ingest),
      metric: (name) => metricOf(api, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keptOf({
  elasticsearch,
  redis,
  alias,
}: Awaited<ReturnType<typeof startIngest>>): Promise<Kept> {
  const index = `${alias}*`;
  const [stats, mappings, keys] = await Promise.all([
    elasticsearch.indices.stats({ index, metric: ['docs', 'indexing'] }),
    elasticsearch.indices.getMapping({ index, filter_path: '*.mappings._meta' }),
    redis.keys('*'),
  ]);
  const indices = Object.entries(stats.indices ?? {}).map(([name, { primaries }]) => [
    name,
    {
      docs: primaries!.docs!.count,
      // Unlike the number of deleted documents, they do not change by merging.
      writes: primaries!.indexing!.index_total + primaries!.indexing!.delete_total,
      dataVersion: mappings[name]?.mappings._meta?.data_version,
    },
  ]);
  // BullMQ changes some of its keys by itself, and other tests have their own keys.
  const own = keys.filter(
    (key) => key.includes(alias) && !/:rate:|:lock$|stalled-check|:id$|marker/.test(key),
  );
  return { indices: Object.fromEntries(indices), redisKeys: own.sort() };
}

async function metricOf(api: ApiProcess, name: string): Promise<number> {
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter((line) => [`${name}{`, `${name} `].some((start) => line.startsWith(start)));
  if (lines.length === 0) throw new Error(`There is no metric ${name}.`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** A path with its required parameters, so that an attack passes the first check. */
export function wellAsked({ path, parameters }: DescribedPath): string {
  const required = parameters.filter((parameter) => parameter.required && parameter.in === 'query');
  const query = required.map(({ name }) => `${name}=ruby`).join('&');
  return `${path.replace(/\{\w+\}/, '1')}?${query}`;
}
