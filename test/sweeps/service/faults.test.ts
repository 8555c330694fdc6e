import { expect, inject, it } from 'vitest';
import { scenarioLots } from '../../support/faults/lots.ts';
import { type Fault, playScenario } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';

/** Breaks the connections and the processes of the service, but not the servers, which other tests share. */
const everythingOnce: Fault = {
  name: 'each part once',
  unavailable: true,
  broken: 'all',
  async inject(service) {
    for (const way of toElasticsearch(service)) way.setAway(true);
  },
  async observe(service, tally) {
    await expect.poll(() => tally.counts[503]).toBeGreaterThan(20);
    for (const way of toElasticsearch(service)) {
      way.setAway(false);
      way.cutEvery(5);
    }
    for (const way of service.toRedis) way.setAway(true);
    await service.killWorker();
    const cuts = () => service.apiToElasticsearch.reduce((sum, way) => sum + way.cuts(), 0);
    await expect.poll(cuts).toBeGreaterThan(20);

    for (const way of service.toRedis) way.setAway(false);
    for (const way of toElasticsearch(service)) way.cutEvery(0);
    await service.startWorker();
    await service.killApi();
    await expect.poll(() => tally.counts.broken).toBeGreaterThan(20);
  },
  recover: (service) => service.startApi(),
};

const toElasticsearch = (service: ScenarioService) => [
  ...service.apiToElasticsearch,
  ...service.workerToElasticsearch,
];

it('readers get only correct responses and no record is lost while each part of the service fails once', async () => {
  const servers = { elasticsearchUrl: inject('elasticsearchUrl'), redisUrl: inject('redisUrl') };
  const { row } = await playScenario(everythingOnce, servers, scenarioLots(4_000));
  expect(row.tally.counts[200]).toBeGreaterThan(0);
});
