import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { outageOf } from '../errors.ts';
import type { IngestServices } from '../services.ts';

/** Timeout of a probe. */
const deadlineMs = 1_500;

export type ServerProbes = ReturnType<typeof serverProbes>;

/** Probes the servers. Every probe ends within 1.5 seconds; a frozen server counts as unreachable. */
export function serverProbes({ elasticsearch, redis, config }: IngestServices, queues: Queue[]) {
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    // Otherwise a command would wait until the connection is back.
    if (redis.status !== 'ready') throw new Error(`connection ${redis.status}`);
    return within(call());
  };
  return {
    elasticsearch: () => probe(within(elasticsearch.info({}, { requestTimeout: deadlineMs }))),
    // A write, because a full Redis and a read-only replica still respond to PING.
    redis: () => probe(ask(() => redis.set(`gem-auctions:${config.INDEX_ALIAS}:ready`, '1', 'PX', 60_000))),
    /** Jobs by queue, or undefined while Redis does not answer. */
    jobCounts: () =>
      ask(() =>
        Promise.all(
          queues.map(async (queue) => {
            const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
            return [queue.name, counts] as const;
          }),
        ),
      ).catch(() => undefined),
  };
}

async function within<T>(response: Promise<T>): Promise<T> {
  const timeout = wait(deadlineMs, undefined, { ref: false }).then(() => {
    throw new Error('no response in time');
  });
  return Promise.race([response, timeout]);
}

/** Whether a server is up, its state for operators ("ok", "unreachable", "refuses writes (OOM)"), and its answer. */
async function probe<T>(response: Promise<T>) {
  return response.then(
    (answer) => ({ up: true, state: 'ok', answer }),
    (error) => ({ up: false, state: describe(error), answer: undefined }),
  );
}

function describe(error: Error & { statusCode?: number }): string {
  if ([401, 403].includes(error.statusCode ?? 0)) return 'refuses this service';
  if (error.name !== 'ReplyError') return 'unreachable';
  const [word] = error.message.split(' ');
  return outageOf(error) ? `refuses writes (${word})` : 'refuses this service';
}
