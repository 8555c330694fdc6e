import { errors, type estypes } from '@elastic/elasticsearch';
import { ApiError, ClientDisconnected, overloaded, unavailable } from '../http/errors.ts';

/**
 * The index changed while a request read it: it was replaced and removed, or two searches are inconsistent. A
 * retry reads the new state.
 */
export class StaleIndexError extends ApiError {
  /** @param reason for operators */
  constructor(reason: string, cause?: unknown) {
    super('unavailable', { reason, headers: { 'Retry-After': '1' }, cause });
  }
}

/**
 * A memoized or earlier result is inconsistent with a new one: the memo is cleared, and a retry reads everything again.
 */
export function inconsistent({ memo }: { memo: { clear(): void } }): StaleIndexError {
  memo.clear();
  return new StaleIndexError('The data changed while it was read.');
}

/** The error types of unavailable shards. */
const incomplete = new Set(['search_phase_execution_exception', 'no_shard_available_action_exception']);

/** A wrong or expired API key, or a role without a privilege: the operator has to fix it. */
const refused = new Set([401, 403]);

/** Converts an error of Elasticsearch to an error for the client. */
export function asApiError(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof ClientDisconnected) return error;
  if (error instanceof errors.RequestAbortedError) return new ClientDisconnected();
  if (error instanceof errors.TimeoutError) {
    return unavailable('Elasticsearch took too long to answer.', error);
  }
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    return unavailable('Elasticsearch cannot be reached.', error);
  }
  if (error instanceof errors.DeserializationError) {
    return unavailable('The response of Elasticsearch cannot be read.', error);
  }
  if (!(error instanceof errors.ResponseError)) return error;
  const type = typeOf(error);
  // Reading the state again shows the cause.
  if (type === 'index_closed_exception') return new StaleIndexError('The index is closed.', error);
  if (type === 'cluster_block_exception') return unavailable('The index is blocked.', error, 30);
  if (refused.has(error.statusCode ?? 0)) return unavailable('Elasticsearch refuses this service.', error);
  if (error.statusCode === 404) return new StaleIndexError('The index is being replaced.', error);
  if (error.statusCode === 503 && incomplete.has(type))
    return unavailable('A part of the index cannot be read.', error);
  if (error.statusCode === 429) return overloaded('Elasticsearch is overloaded.', error);
  // A node that starts or ends also fails with 500, for example while it opens or closes a part of the index.
  if (error.statusCode === 408 || error.statusCode! >= 500) {
    return unavailable(`Elasticsearch is unavailable (${type || error.statusCode}).`, error);
  }
  return error;
}

/** The type of an Elasticsearch error; with several failed shards, of the first one's. */
function typeOf({ body }: errors.ResponseError): string {
  const { error } = (body ?? {}) as { error?: Partial<estypes.ErrorCause> };
  return (error?.root_cause?.[0] ?? error)?.type ?? '';
}
