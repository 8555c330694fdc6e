import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';

/** Ends an import as failed; the message is shown to the operator. */
export class ImportFailed extends Error {
  override name = 'ImportFailed';
}

/** A write or change of aliases that came too late: another process switched the live index or ended the import. */
export class StaleWriter extends Error {
  constructor() {
    super('The live index was switched, or the import was ended, by another process.');
    this.name = 'StaleWriter';
  }
}

/** A profile that cannot be used; the message names every fault. */
export class ProfileError extends Error {
  override name = 'ProfileError';
}

/** The reason for which a worker that shuts down aborts its jobs: they go back to the queue unharmed. */
export class ShuttingDown extends Error {
  constructor() {
    super('The worker is shutting down; another one takes the job.');
    this.name = 'ShuttingDown';
  }
}

/** Something outside the service is unavailable for a while; the same call is made again later. */
export class Unavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Unavailable';
  }
}

/** The disk of IMPORT_ROOT is full: retrying helps once space is freed. */
export class NoSpace extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `There is no space left on the disk of IMPORT_ROOT (${folder}). Make some there, and import or retry again.`,
      { cause },
    );
    this.name = 'NoSpace';
  }
}

/** The error of a write below IMPORT_ROOT; NoSpace where the disk is full. */
export function explainNoSpace(error: unknown, folder: string): unknown {
  return isNoSpace(error) ? new NoSpace(folder, error) : error;
}

/** A full disk, or a quota that is used up. */
function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Each retry is published here, with the error that caused it: the worker logs it and counts it. */
export const retries = channel('gem-auctions:ingest:retry');

const firstDelayMs = 200;
const maxDelayMs = 5_000;

/**
 * Runs a call to Elasticsearch, Redis or the file system, and again for as long as `isTransient` says so of its
 * error: after 0.2 to 5 s, doubling, with jitter, so that workers do not return all at once. It waits inside the job,
 * so that an outage uses none of the job's attempts. The call must be safe to repeat.
 * Not on p-retry: it drops the result of a call during which `signal` was aborted, and its maximum delay has no jitter.
 * @throws the reason of `signal` (ShuttingDown) when it is aborted meanwhile; any other error, as it is.
 */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  onRetry: () => void = () => {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      retries.publish(error);
    }
    onRetry();
    const delay = Math.min(firstDelayMs * 2 ** attempt, maxDelayMs);
    await wait(delay * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** What a call failed at, where waiting helps; undefined for an error that stays. */
export type Outage = 'elasticsearch' | 'redis' | 'files';

/** Whether the same call can be expected to work later, without anybody changing it. */
export function isTransient(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

/** Which part an error shows to be unavailable, overloaded or out of space. */
export function outageOf(error: unknown): Outage | undefined {
  if (isElasticsearchOutage(error)) return 'elasticsearch';
  if (isRedisOutage(error)) return 'redis';
  if (error instanceof Unavailable || isFileOutage(error)) return 'files';
  return undefined;
}

function isElasticsearchOutage(error: unknown): boolean {
  if (error instanceof errors.ConnectionError || error instanceof errors.TimeoutError) return true;
  if (error instanceof errors.NoLivingConnectionsError) return true;
  if (!(error instanceof errors.ResponseError)) {
    // One item of a bulk request that was turned away carries its status and type itself.
    const { status = 0, type } = error as { status?: number; type?: string };
    return isTransientStatus(status, type);
  }
  return isTransientStatus(error.statusCode ?? 0, error.body?.error?.type);
}

/** Overload, a node that starts or leaves, and the write block of a full disk (403) pass. */
export function isTransientStatus(status: number, type: string | undefined): boolean {
  if (status === 429 || status === 502 || status === 503 || status === 504) return true;
  return type === 'cluster_block_exception' || type === 'process_cluster_event_timeout_exception';
}

/**
 * How Redis says that it cannot write now: out of memory, a read-only replica, a disk or an append-only file that fails,
 * a start that has not ended, a script that takes long. Before Redis 7 an error within a script stands inside its message.
 */
const redisRefusals =
  /(^|[\s-])(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY) /;

/** What ioredis says of a connection that broke, where its options do not make it wait for the next one. */
const brokenConnection =
  /^(Connection is closed|Command aborted due to connection close|Reached the max retries)/;

const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'];

function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message, code, syscall, previousErrors } = error as RedisError;
  // A transaction is turned down as a whole; the reason is in the errors of its commands.
  if (message.startsWith('EXECABORT')) return previousErrors?.some(isRedisOutage) ?? false;
  if (name === 'ReplyError') return redisRefusals.test(message);
  return brokenConnection.test(message) || syscall === 'connect' || connectionCodes.includes(code ?? '');
}

type RedisError = NodeJS.ErrnoException & { previousErrors?: unknown[] };

/** A network drive that is away, and a process or a machine that is out of file descriptors. */
const fileCodes = ['EIO', 'ESTALE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'ENODEV', 'EMFILE', 'ENFILE'];

function isFileOutage(error: unknown): boolean {
  return error instanceof Error && fileCodes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Maximum length of a stored reason or message: what it quotes of a file can be a megabyte. */
const maxReasonLength = 1_000;

/** A reason as it is stored and shown: at most 1,000 characters. */
export function shortenReason(reason: string): string {
  return shorten(reason, maxReasonLength);
}

/** A name or value of a file, quoted for a message: at most 100 characters. */
export function quote(text: string): string {
  return `"${shorten(text, 100)}"`;
}

/** A text cut to a length, never within a character. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
