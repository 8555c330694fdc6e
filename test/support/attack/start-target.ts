import type { ChildProcess } from 'node:child_process';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { inject } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import type { DescribedPath } from '../contract/contract.ts';

/** An API over the shared lots to attack, in its own process: with a rate limit that is never reached, and its whole log. */
export interface Target {
  api: ApiProcess;
  /** The state of Elasticsearch and Redis, without the counts of the rate limit. */
  kept(): Promise<object>;
  /** The value of a metric, summed over labels. */
  metric(name: string): Promise<number>;
  close(): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  const { alias } = inject('corpus');
  const elasticsearch = new Client({ node: inject('elasticsearchUrl') });
  const redis = new Redis(inject('redisUrl'));
  let child: ChildProcess | undefined;
  const settings = {
    INDEX_ALIAS: alias,
    RATE_LIMIT_MAX: '1000000000',
    // All attackers share one address.
    MAX_CONNECTIONS_PER_CLIENT: '400',
  };
  const api = await startApiProcess(settings, (started) => {
    child = started;
    return started;
  });
  return {
    api,
    async kept() {
      const index = `${alias}*`;
      const [stats, mappings, keys] = await Promise.all([
        elasticsearch.indices.stats({ index, metric: ['docs', 'indexing'] }),
        elasticsearch.indices.getMapping({ index }),
        redis.keys(`*${alias}*`),
      ]);
      const indices = Object.entries(stats.indices ?? {}).map(([name, { primaries }]) => ({
        name,
        docs: primaries!.docs!.count,
        writes: primaries!.indexing!.index_total + primaries!.indexing!.delete_total,
        mappings: mappings[name],
      }));
      return { indices, keys: keys.filter((key) => !key.includes(':rate:')).sort() };
    },
    metric: (name) => metricOf(api, name),
    async close() {
      child?.kill('SIGKILL');
      redis.disconnect();
      await elasticsearch.close();
    },
  };
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
