import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { outageOf } from '../errors.ts';
import type { IngestServices } from '../services.ts';

/** Timeout of a probe. */
const deadlineMs = 1_500;

export type ServerProbes = ReturnType<typeof serverProbes>;

/** Probes the servers. Every probe ends within 1.5 seconds; a frozen server counts as unreachable. */
export function serverProbes({ elasticsearch, redis, config }: IngestServices, queues: Queue[]) {
  let version: string | undefined;
  const connected = async <T>(call: () => Promise<T>): Promise<T> => {
    // Otherwise a command would wait until the connection is back.
    if (redis.status !== 'ready') throw new Error(`connection ${redis.status}`);
    return call();
  };
  const look = {
    elasticsearch: shared(async () => {
      version = (await elasticsearch.info({}, { requestTimeout: deadlineMs })).version.number;
    }),
    // A write, because a full Redis and a read-only replica still respond to PING.
    redis: shared(() =>
      connected(() => redis.set(`gem-auctions:${config.INDEX_ALIAS}:ready`, '1', 'PX', 60_000)),
    ),
    counts: shared(() =>
      connected(() =>
        Promise.all(
          queues.map(async (queue): Promise<[name: string, byState: Record<string, number>]> => {
            const states = ['waiting', 'active', 'delayed', 'failed'] as const;
            return [queue.name, await queue.getJobCounts(...states)];
          }),
        ),
      ),
    ),
  };

  return {
    elasticsearch: () => probe(look.elasticsearch()),
    redis: () => probe(look.redis()),
    /** The version of Elasticsearch, as of the last probe. */
    elasticsearchVersion: () => version,
    /** Jobs by queue, or undefined while Redis does not answer. */
    jobCounts: () => within(look.counts()).catch(() => undefined),
  };
}

/** Shares one call between all callers, so that requests do not pile up at a frozen server. */
function shared<T>(call: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  return () => {
    current ??= call().finally(() => {
      current = undefined;
    });
    // Every caller may have timed out.
    current.catch(() => {});
    return current;
  };
}

async function within<T>(response: Promise<T>): Promise<T> {
  const timeout = wait(deadlineMs, undefined, { ref: false }).then(() => {
    throw new Error('no response in time');
  });
  return Promise.race([response, timeout]);
}

/** Whether a server is up, and its state for operators: "ok", "unreachable", "refuses writes (OOM)". */
async function probe(response: Promise<unknown>) {
  return within(response).then(
    () => ({ up: true, state: 'ok' }),
    (error) => ({ up: false, state: describe(error) }),
  );
}

function describe(error: Error & { statusCode?: number }): string {
  if ([401, 403].includes(error.statusCode ?? 0)) return 'refuses this service';
  if (error.name !== 'ReplyError') return 'unreachable';
  const [word] = error.message.split(' ');
  return outageOf(error) ? `refuses writes (${word})` : 'refuses this service';
}
