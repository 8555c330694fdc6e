import type { components } from './api-types.ts';

/**
 * The codes of errors. Later versions of the service may add some; `invalid_response` is a response that is not from the
 * service, `no_response` a connection that failed.
 */
export type ErrorCode =
  | 'invalid_parameter'
  | 'malformed_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'rate_limited'
  | 'request_too_long'
  | 'unavailable'
  | 'overloaded'
  | 'internal'
  | 'invalid_response'
  | 'no_response'
  | (string & {});

export type ErrorDetail = components['schemas']['ErrorDetail'];

/** A response that is an error, or none. The message says what is wrong and what to do, with every problem of the request. */
export class GemAuctionsError extends Error {
  readonly code: ErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** All problems of a request that was refused. */
  readonly details: readonly ErrorDetail[];
  /** Seconds after which the same request may succeed; undefined if waiting does not help. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown, options?: ErrorOptions) {
    const { code = 'invalid_response', message, details = [] } = readError(body);
    const problems = details.map((detail) => detail.message).join('\n');
    super(problems || (message ?? `${response.url} did not answer as the service does.`), options);
    this.name = 'GemAuctionsError';
    this.code = code;
    this.status = response.status;
    this.details = details;
    this.retryAfter = readRetryAfter(response.headers.get('Retry-After'));
  }
}

/** The error of a connection that failed, perhaps within a body. A password in the address is not shown. */
export function noResponse(url: string, cause: unknown): GemAuctionsError {
  const shown = url.replace(/\/\/[^/]*@/, '//');
  const message = `There is no response from ${shown}: check the address, and whether the service runs.`;
  return new GemAuctionsError(Response.error(), { error: { code: 'no_response', message } }, { cause });
}

const readError = (body: unknown) =>
  (body as { error?: Partial<components['schemas']['ErrorBody']> } | undefined)?.error ?? {};

/** Seconds; the header has a number of seconds or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
}

export interface CallOptions {
  /** Cancels the request, and the wait before it is repeated. */
  signal?: AbortSignal;
  /**
   * Seconds that a call may wait in total, as `Retry-After` of a 429 or 503 demands, before it repeats its request. A longer
   * wait throws the error at once. Default 60; 0 never waits.
   */
  maxWaitS?: number;
}

export interface ClientOptions extends Pick<CallOptions, 'maxWaitS'> {
  /** Sends the requests instead of the global `fetch`: for headers, a proxy or a log. */
  fetch?: typeof fetch;
}

/**
 * Sends a GET request until it has a response.
 * @throws GemAuctionsError when the response is an error or there is none; the reason of the signal when that aborts
 */
export async function request(
  url: string,
  { fetch: send = fetch, signal, maxWaitS = 60 }: ClientOptions & CallOptions,
) {
  for (let leftS = maxWaitS; ; ) {
    const response = await send(url, { ...(signal && { signal }) }).catch((cause) => {
      signal?.throwIfAborted();
      throw noResponse(url, cause);
    });
    if (response.ok) return response;
    const error = new GemAuctionsError(response, await response.json().catch(() => undefined));
    signal?.throwIfAborted();
    const waitS = error.retryAfter ?? Number.POSITIVE_INFINITY;
    const isTemporary = error.status === 429 || error.status === 503;
    if (!isTemporary || waitS > leftS) throw error;
    await wait(waitS, signal);
    leftS -= waitS;
  }
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
