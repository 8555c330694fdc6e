import { setTimeout as wait } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';

/** Thrown in place of waiting on when the worker shuts down: the job goes back to the queue unharmed. */
export class ShuttingDown extends Error {
  constructor() {
    super('The worker is shutting down; another one takes the job.');
    this.name = 'ShuttingDown';
  }
}

const firstDelayMs = 200;
const longestDelayMs = 5_000;

/**
 * Runs a call to Elasticsearch, and again for as long as the engine is away, overloaded or out of disk space.
 * It waits inside the job, so that an outage burns none of the job's attempts.
 * @throws ShuttingDown when `signal` is aborted meanwhile; any error that waiting cannot mend, as it is.
 */
export async function untilAvailable<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onRetry: () => void = () => {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    if (signal.aborted) throw new ShuttingDown();
    try {
      return await call();
    } catch (error) {
      if (!passesByItself(error)) throw error;
    }
    onRetry();
    await pause(attempt, signal);
  }
}

/** Waits before the next attempt: doubling, with jitter, so that workers do not return all at once. */
export async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const delay = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
  await wait(delay * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
    throw new ShuttingDown();
  });
}

/** Whether the engine can be expected to take the same call later. */
export function passesByItself(error: unknown): boolean {
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) return true;
  if (error instanceof errors.NoLivingConnectionsError) return true;
  if (!(error instanceof errors.ResponseError)) {
    // One item of a bulk request that was turned away carries its status and type itself.
    const { status = 0, type } = error as { status?: number; type?: string };
    return isTemporary(status, type);
  }
  return isTemporary(error.statusCode ?? 0, error.body?.error?.type);
}

/** Overload, a node that starts or leaves, and the write block of a full disk (403) pass. */
export function isTemporary(status: number, type: string | undefined): boolean {
  if (status === 429 || status === 502 || status === 503 || status === 504) return true;
  return type === 'cluster_block_exception' || type === 'process_cluster_event_timeout_exception';
}
