/**
 * Every error of the API: code → status, the default message, and the text of the
 * documentation.
 */
export const errorCodes = {
  invalid_parameter: {
    status: 400,
    message: 'The request has parameters that cannot be used.',
    documentation: 'Fix every problem named in `details`; nothing is ignored or clamped.',
  },
  malformed_request: {
    status: 400,
    message: 'The request is not HTTP as its standard has it.',
    documentation: 'Check the client or the proxy that wrote it. The connection is closed.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this address.',
    documentation: 'Check the path, or the id of the record.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address can only be read: GET, HEAD or OPTIONS.',
    documentation: 'Use one of the methods named in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    message: 'The answer is not available in any format that the Accept header allows.',
    documentation: 'Accept `application/json` (for exports `text/csv` or `application/x-ndjson`) or `*/*`.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    documentation: 'Send it in one go. The connection is closed.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests from this address.',
    documentation:
      'Wait for as many seconds as `Retry-After` says. Also where one address has too much in progress at once, unread answers included: the message says what, and the hour does not count it.',
  },
  request_too_long: {
    status: 431,
    message: 'The address and the headers together are longer than 16 KiB.',
    documentation: 'Shorten lists of long values. The connection is closed.',
  },
  unavailable: {
    status: 503,
    message: 'The data cannot be reached at the moment.',
    documentation: 'Try again after as many seconds as `Retry-After` says.',
  },
  internal: {
    status: 500,
    message: 'Something went wrong on our side.',
    documentation: 'Report the request id (`X-Request-Id`) if it lasts.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One problem of a request, with what the client needs to fix it. */
export interface Problem {
  /** The parameter as the client sent it, cut at 200 characters. */
  parameter: string;
  message: string;
  /** The allowed names, or the allowed range in words. */
  allowed?: string | string[];
}

/** An error with one of `errorCodes`; any other thrown value is answered as `internal`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Problem[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: Problem[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Thrown inside a request whose client disconnected: no one reads the response. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected.');
    this.name = 'ClientDisconnected';
  }
}

/** A 503 with the seconds after which the client should retry. */
export function unavailable(message: string, cause?: unknown, retryAfterS = 5): ApiError {
  return new ApiError('unavailable', { message, headers: { 'Retry-After': String(retryAfterS) }, cause });
}
