import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Stack } from '../../local/start-stack.ts';
import { type Fault, patience } from '../support/faults/scene.ts';
import type { SceneService } from '../support/faults/service.ts';

/** Nothing happens: what the other scenes are compared with. */
export const nothing: Fault = {
  name: 'none',
  strike: async () => {},
  relieve: async () => {},
};

export const elasticsearchRestarted = ({ nodes: [node] }: Stack): Fault => ({
  name: 'Elasticsearch killed and started again',
  unavailable: true,
  broken: 'exports',
  strike: () => node!.kill('SIGKILL'),
  feel: (_service, tally) => expect.poll(() => tally.counts[503], patience).toBeGreaterThan(20),
  relieve: () => node!.restart(),
});

export const redisRestarted = ({ redis }: Stack): Fault => ({
  name: 'Redis killed and started again',
  strike: () => redis.kill('SIGKILL'),
  feel: (service) => expect.poll(() => requestsCountedInMemory(service), patience).toBeGreaterThan(20),
  relieve: () => redis.restart(),
});

export const redisGone = ({ redis }: Stack): Fault => ({
  name: 'Redis gone for a minute',
  strike: () => redis.kill('SIGKILL'),
  // Not a wait for something: the minute is the fault.
  feel: () => pause(60_000),
  relieve: () => redis.restart(),
});

export const redisFrozen = ({ redis }: Stack): Fault => ({
  name: 'Redis frozen: it takes connections and answers nothing',
  strike: () => redis.kill('SIGSTOP'),
  feel: (service) => expect.poll(() => requestsCountedInMemory(service), patience).toBeGreaterThan(200),
  relieve: () => redis.kill('SIGCONT'),
});

export const workerKilled: Fault = {
  name: 'worker killed and started again',
  strike: (service) => service.killWorker(),
  relieve: (service) => service.startWorker(),
};

export const apiKilled: Fault = {
  name: 'API killed and started again',
  broken: 'all',
  strike: (service) => service.killApi(),
  feel: (_service, tally) => expect.poll(() => tally.counts.broken, patience).toBeGreaterThan(20),
  relieve: (service) => service.startApi(),
};

async function requestsCountedInMemory({ apiUrl }: SceneService): Promise<number> {
  const metrics = await (await fetch(`${apiUrl}/metrics`)).text();
  return Number(/^gem_api_rate_limit_in_memory_total (\d+)/m.exec(metrics)?.[1]);
}
