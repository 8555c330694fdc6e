import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Stack } from '../../../local/start-stack.ts';
import type { Fault } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';

/** No fault. The other scenarios are compared with this one. */
export const nothing: Fault = {
  name: 'none',
  inject: async () => {},
  recover: async () => {},
};

export const elasticsearchRestarted = ({ elasticsearch }: Stack): Fault => ({
  name: 'Elasticsearch killed and started again',
  unavailable: true,
  broken: 'exports',
  inject: () => elasticsearch.kill('SIGKILL'),
  observe: (_service, tally) => expect.poll(() => tally.counts[503]).toBeGreaterThan(20),
  recover: () => elasticsearch.restart(),
});

export const redisRestarted = ({ redis }: Pick<Stack, 'redis'>): Fault => ({
  name: 'Redis killed and started again',
  inject: () => redis.kill('SIGKILL'),
  observe: (service) => expect.poll(() => requestsCountedInMemory(service)).toBeGreaterThan(20),
  recover: () => redis.restart(),
});

export const redisGone = ({ redis }: Stack): Fault => ({
  name: 'Redis down for a minute',
  inject: () => redis.kill('SIGKILL'),
  // The minute is the fault itself, not a wait for an event.
  observe: () => pause(60_000),
  recover: () => redis.restart(),
});

export const redisFrozen = ({ redis }: Stack): Fault => ({
  name: 'Redis frozen: it accepts connections but does not respond',
  inject: () => redis.kill('SIGSTOP'),
  observe: (service) => expect.poll(() => requestsCountedInMemory(service)).toBeGreaterThan(200),
  recover: () => redis.kill('SIGCONT'),
});

export const workerKilled: Fault = {
  name: 'worker killed and started again',
  inject: (service) => service.killWorker(),
  recover: (service) => service.startWorker(),
};

export const apiKilled: Fault = {
  name: 'API killed and started again',
  broken: 'all',
  inject: (service) => service.killApi(),
  observe: (_service, tally) => expect.poll(() => tally.counts.broken).toBeGreaterThan(20),
  recover: (service) => service.startApi(),
};

async function requestsCountedInMemory({ apiUrl }: ScenarioService): Promise<number> {
  const metrics = await (await fetch(`${apiUrl}/metrics`)).text();
  return Number(/^gem_api_rate_limit_in_memory_total (\d+)/m.exec(metrics)?.[1]);
}
