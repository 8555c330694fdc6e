import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind, PlannedFault } from './plan.ts';
import { type Stage, unfinishedImports } from './stage.ts';

/** Functions that begin and end a fault. */
interface Fault {
  inject(stage: Stage, part: 0 | 1): unknown;
  recover(stage: Stage, part: 0 | 1): unknown;
}

const kinds: Record<FaultKind, Fault> = {
  'worker killed': {
    inject: ({ service }, i) => service.workers[i].kill(),
    recover: ({ service }, i) => service.workers[i].start(),
  },
  'worker stopped': {
    inject: ({ service }, i) => service.workers[i].suspend(),
    recover: ({ service }, i) => service.workers[i].resume(),
  },
  'worker cut off from Redis': {
    inject: ({ service }, i) => service.workers[i].toRedis.freeze(),
    recover: ({ service }, i) => service.workers[i].toRedis.thaw(),
  },
  'worker cut off from Elasticsearch': {
    inject: ({ service }, i) => service.workers[i].toElasticsearch.freeze(),
    recover: ({ service }, i) => service.workers[i].toElasticsearch.thaw(),
  },
  'API killed': {
    inject: ({ service }, i) => service.apis[i].kill(),
    recover: ({ service }, i) => service.apis[i].start(),
  },
  'API cut off from Redis': {
    inject: ({ service }, i) => service.apis[i].toRedis.freeze(),
    recover: ({ service }, i) => service.apis[i].toRedis.thaw(),
  },
  'API cut off from Elasticsearch': {
    inject: ({ service }, i) => service.apis[i].toElasticsearch.freeze(),
    recover: ({ service }, i) => service.apis[i].toElasticsearch.thaw(),
  },
  'Elasticsearch killed': {
    inject: ({ stack }) => stack.elasticsearch.kill('SIGKILL'),
    recover: ({ stack }) => stack.elasticsearch.restart(),
  },
  'Redis killed': {
    inject: ({ stack }) => stack.redis.kill('SIGKILL'),
    recover: ({ stack }) => stack.redis.restart(),
  },
  'Redis frozen': {
    inject: ({ stack }) => stack.redis.kill('SIGSTOP'),
    recover: ({ stack }) => stack.redis.kill('SIGCONT'),
  },
  'Redis emptied': {
    inject: ({ service }) => service.ingest.redis.flushall(),
    recover: () => {},
  },
};

/** How long a fault waits for a running import. */
const waitMs = 6_000;

/** Injects the faults of a lane one after the other, and recovers from each before the next. */
export async function runLane(
  faults: readonly PlannedFault[],
  stage: Stage,
  onInject: () => void,
): Promise<void> {
  for (const { kind, part, lastsMs, pauseMs, whilePublishing } of faults) {
    await untilWork(stage, whilePublishing);
    const name = `${kind}${/^(worker|API)/.test(kind) ? ` (${part + 1})` : ''}`;
    stage.note(`${name}, for ${(lastsMs / 1_000).toFixed(1)} s`);
    await kinds[kind].inject(stage, part);
    onInject();
    await pause(lastsMs);
    await kinds[kind].recover(stage, part);
    if (lastsMs > 0) stage.note(`${name}: over`);
    await pause(pauseMs);
  }
}

/** Waits for some time until an import is running. */
async function untilWork(stage: Stage, whilePublishing: boolean): Promise<void> {
  const deadline = performance.now() + waitMs;
  const meets = async () => {
    const states = (await unfinishedImports(stage)).map(({ state }) => state);
    return whilePublishing ? states.includes('publishing') : states.length > 0;
  };
  while (performance.now() < deadline && !(await meets())) await pause(50);
}
