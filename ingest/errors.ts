import { errors } from '@elastic/elasticsearch';
import { distance } from 'fastest-levenshtein';

/** Ends an import as failed; the message is shown to the operator. */
export class ImportFailed extends Error {}

/** A write or a change of aliases came too late: another process switched the live index or ended the import. */
export class StaleWriter extends Error {
  constructor() {
    super('Another process switched the live index or ended the import.');
  }
}

/** A profile that cannot be used; the message names every fault. */
export class ProfileError extends Error {}

/** A worker that shuts down aborts its jobs with this reason; they go back to the queue unharmed. */
export class ShuttingDown extends Error {
  constructor() {
    super('The worker is shutting down; another worker takes the job.');
  }
}

/** Something outside the service is unavailable for a while; the same call is repeated later. */
export class Unavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The disk of IMPORT_ROOT is full: retrying helps once space is freed. */
export class NoSpace extends Error {
  constructor(folder: string, cause: unknown) {
    super(`The disk of IMPORT_ROOT (${folder}) is full. Free some space, then import or retry again.`, {
      cause,
    });
  }
}

/** Turns the error of a full disk below IMPORT_ROOT into NoSpace; returns other errors as they are. */
export function explainNoSpace(error: unknown, folder: string): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return isFull ? new NoSpace(folder, error) : error;
}

/** The part of the system that an outage concerns. */
export type Outage = 'elasticsearch' | 'redis' | 'files';

/** Whether the same call may succeed later without a change. */
export function isTransient(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

/** The part that an error shows to be unavailable, overloaded or out of space; undefined for any other error. */
export function outageOf(error: unknown): Outage | undefined {
  if (isElasticsearchOutage(error)) return 'elasticsearch';
  if (isRedisOutage(error)) return 'redis';
  if (error instanceof Unavailable || isFileOutage(error)) return 'files';
  return undefined;
}

function isElasticsearchOutage(error: unknown): boolean {
  const { ConnectionError, TimeoutError, NoLivingConnectionsError } = errors;
  const kinds = [ConnectionError, TimeoutError, NoLivingConnectionsError];
  if (kinds.some((kind) => error instanceof kind)) return true;
  if (error instanceof errors.ResponseError)
    return isTransientStatus(error.statusCode ?? 0, error.body?.error?.type);
  // An item that a bulk request rejected carries its own status and type.
  const { status = 0, type } = error as { status?: number; type?: string };
  return isTransientStatus(status, type);
}

/** Overload, a node that starts or leaves, and the write block of a full disk (403) pass. */
export function isTransientStatus(status: number, type: string | undefined): boolean {
  if ([429, 502, 503, 504].includes(status)) return true;
  return type === 'cluster_block_exception' || type === 'process_cluster_event_timeout_exception';
}

/**
 * Prefixes of errors with which Redis refuses writes for now: out of memory, read-only replica, failing disk or
 * append-only file, still loading, busy with a script. Before Redis 7 the message of a script contains its inner error.
 */
const redisRefusals =
  /(^|[\s-])(OOM|READONLY|LOADING|MISCONF|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY) /;

/** Messages of ioredis about a broken connection, unless its options make it wait for the next one. */
const brokenConnection =
  /^(Connection is closed|Command aborted due to connection close|Reached the max retries)/;

const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'];

function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message, code, syscall, previousErrors } = error as RedisError;
  // Redis rejects a transaction as a whole; the errors of its commands hold the reason.
  if (message.startsWith('EXECABORT')) return previousErrors?.some(isRedisOutage) ?? false;
  if (name === 'ReplyError') return redisRefusals.test(message);
  return brokenConnection.test(message) || syscall === 'connect' || connectionCodes.includes(code ?? '');
}

type RedisError = NodeJS.ErrnoException & { previousErrors?: unknown[] };

/** Codes of an unavailable network drive, and of a process or a machine that is out of file descriptors. */
const fileCodes = ['EIO', 'ESTALE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'ENODEV', 'EMFILE', 'ENFILE'];

function isFileOutage(error: unknown): boolean {
  return error instanceof Error && fileCodes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Maximum length of a stored reason or message, which may quote a megabyte of a file. */
const maxReasonLength = 1_000;

/** The reason of a failure for an operator: what Elasticsearch says about an error, without the name of its type. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof errors.ResponseError)) return (error as Error).message;
  if (error.statusCode === 404)
    return 'An index that the import needs was deleted. Check gem-auctions indices, and retry the import.';
  return refusalOf(error);
}

/** What Elasticsearch says about a request that it refused. */
export function refusalOf({ body, statusCode }: errors.ResponseError): string {
  const { root_cause, reason = `status ${statusCode}` } = body?.error ?? {};
  return `Elasticsearch refused a request: ${root_cause?.[0]?.reason ?? reason}`;
}

/** Shortens a reason to the 1,000 characters that are stored and shown. */
export function shortenReason(reason: string): string {
  return shorten(reason, maxReasonLength);
}

/** Quotes at most 100 characters of a name or value for a message. */
export function quote(text: string): string {
  return `"${shorten(text, 100)}"`;
}

/** Cuts a text to a length, never within a character. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}

/** The known name that a text may mean, as the end of a message: nearly the same one, or one that has it as a part. */
export function meant(given: string, known: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[ -]/g, '_');
  const name = plain(given);
  const near = known.filter((one) => distance(plain(one), name) <= 0.4 * name.length);
  const [nearest] = near.toSorted((a, b) => distance(plain(a), name) - distance(plain(b), name));
  const found = nearest ?? known.find((one) => `_${plain(one)}_`.includes(`_${name}_`));
  return found === undefined ? '' : ` (did you mean ${shorten(found, 100)}?)`;
}
