import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind, PlannedFault } from './plan.ts';
import { type Stage, unfinishedImports } from './stage.ts';

/** Breaks something, and mends it. */
interface Fault {
  strike(stage: Stage, part: 0 | 1): unknown;
  relieve(stage: Stage, part: 0 | 1): unknown;
}

const kinds: Record<FaultKind, Fault> = {
  'worker killed': {
    strike: ({ service }, i) => service.workers[i].kill(),
    relieve: ({ service }, i) => service.workers[i].start(),
  },
  'worker stopped': {
    strike: ({ service }, i) => service.workers[i].suspend(),
    relieve: ({ service }, i) => service.workers[i].resume(),
  },
  'worker cut off from Redis': {
    strike: ({ service }, i) => service.workers[i].toRedis.freeze(),
    relieve: ({ service }, i) => service.workers[i].toRedis.thaw(),
  },
  'worker cut off from Elasticsearch': {
    strike: ({ service }, i) => service.workers[i].toElasticsearch.freeze(),
    relieve: ({ service }, i) => service.workers[i].toElasticsearch.thaw(),
  },
  'API killed': {
    strike: ({ service }, i) => service.apis[i].kill(),
    relieve: ({ service }, i) => service.apis[i].start(),
  },
  'API cut off from Redis': {
    strike: ({ service }, i) => service.apis[i].toRedis.freeze(),
    relieve: ({ service }, i) => service.apis[i].toRedis.thaw(),
  },
  'API cut off from Elasticsearch': {
    strike: ({ service }, i) => service.apis[i].toElasticsearch.freeze(),
    relieve: ({ service }, i) => service.apis[i].toElasticsearch.thaw(),
  },
  'Elasticsearch killed': {
    strike: ({ stack }) => stack.nodes[0]!.kill('SIGKILL'),
    relieve: ({ stack }) => stack.nodes[0]!.restart(),
  },
  'Redis killed': {
    strike: ({ stack }) => stack.redis.kill('SIGKILL'),
    relieve: ({ stack }) => stack.redis.restart(),
  },
  'Redis frozen': {
    strike: ({ stack }) => stack.redis.kill('SIGSTOP'),
    relieve: ({ stack }) => stack.redis.kill('SIGCONT'),
  },
  'Redis emptied': {
    strike: ({ service }) => service.ingest.redis.flushall(),
    relieve: () => {},
  },
};

/** How long a fault waits for an import to meet. */
const waitMs = 6_000;

/** Lets the faults of a lane strike one after the other, each mended before the next. */
export async function runLane(
  faults: readonly PlannedFault[],
  stage: Stage,
  onStrike: () => void,
): Promise<void> {
  for (const { kind, part, lastsMs, pauseMs, whilePublishing } of faults) {
    await untilWork(stage, whilePublishing);
    const name = `${kind}${/^(worker|API)/.test(kind) ? ` (${part + 1})` : ''}`;
    stage.note(`${name}, for ${(lastsMs / 1_000).toFixed(1)} s`);
    await kinds[kind].strike(stage, part);
    onStrike();
    await pause(lastsMs);
    await kinds[kind].relieve(stage, part);
    if (lastsMs > 0) stage.note(`${name}: over`);
    await pause(pauseMs);
  }
}

/** Waits, for a while, until a fault has an import to meet. */
async function untilWork(stage: Stage, whilePublishing: boolean): Promise<void> {
  const deadline = performance.now() + waitMs;
  const meets = async () => {
    const states = (await unfinishedImports(stage)).map(({ state }) => state);
    return whilePublishing ? states.includes('publishing') : states.length > 0;
  };
  while (performance.now() < deadline && !(await meets())) await pause(50);
}
