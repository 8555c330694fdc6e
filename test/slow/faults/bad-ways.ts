import { expect } from 'vitest';
import type { FaultProxy } from '../../support/fault-proxy.ts';
import type { Fault } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';

const timeoutMs = 2_000;

/** No fault, to compare the times of the others with. */
export const nothing: Fault = {
  name: 'none',
  inject: async () => {},
  recover: async () => {},
};

export const elasticsearchSlow: Fault = {
  timeoutMs,
  name: 'Elasticsearch responds seconds late',
  unavailable: true,
  async inject(service) {
    for (const way of ways(service)) way.delay(2 * timeoutMs);
  },
  observe: (_service, tally) => expect.poll(() => tally.counts[503]).toBeGreaterThan(20),
  async recover(service) {
    for (const way of ways(service)) way.delay(0);
  },
};

export const answersCut: Fault = {
  name: 'connections to Elasticsearch cut during responses',
  unavailable: true,
  async inject(service) {
    for (const way of ways(service)) way.cutEvery(5);
  },
  async observe({ apiToElasticsearch, workerToElasticsearch }) {
    await expect.poll(() => cuts(apiToElasticsearch)).toBeGreaterThan(100);
    await expect.poll(() => cuts(workerToElasticsearch)).toBeGreaterThan(5);
  },
  async recover(service) {
    for (const way of ways(service)) way.cutEvery(0);
  },
};

export const clientsLeave: Fault = {
  name: 'clients disconnect during responses',
  async inject({ apiUrl }) {
    // Two paths at a time stay below the limit for concurrent exports.
    const list = '/api/v1/auctions';
    const paths = [
      '/api/ext/export/auctions?format=csv',
      `${list}?q=ring`,
      `${list}?facets=gem_type,origin`,
      `${list}?page=40&limit=100`,
    ];
    const leave = async (path: string, afterTheFirstBytes: boolean) => {
      const leaving = new AbortController();
      const asked = fetch(`${apiUrl}${path}`, { signal: leaving.signal });
      if (afterTheFirstBytes) await (await asked).body!.getReader().read();
      leaving.abort();
      await asked.catch(() => {});
    };
    for (let round = 0; round < 40; round++) {
      await Promise.all(paths.flatMap((path) => [leave(path, true), leave(`${path}&gem_name=ruby`, false)]));
    }
  },
  recover: async () => {},
};

const ways = ({ apiToElasticsearch, workerToElasticsearch }: ScenarioService) => [
  ...apiToElasticsearch,
  ...workerToElasticsearch,
];

const cuts = (proxies: FaultProxy[]) => proxies.reduce((sum, proxy) => sum + proxy.cuts(), 0);
