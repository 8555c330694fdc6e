import { expect, inject, it } from 'vitest';
import { scenarioLots } from '../../support/faults/lots.ts';
import { type Fault, playScenario } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';

/** Without touching the servers, which other tests use: the ways to them break, and the service's own processes. */
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

it('readers get true answers and no record is lost when each part breaks once', async () => {
  const servers = { elasticsearchUrl: inject('elasticsearchUrl'), redisUrl: inject('redisUrl') };
  const { row } = await playScenario(everythingOnce, servers, scenarioLots(4_000));
  expect(row.tally.counts[200]).toBeGreaterThan(0);
});
