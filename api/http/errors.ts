/**
 * Every error of the API: code → status, the default message, and the text of the
 * documentation.
 */
export const errorCodes = {
  invalid_parameter: {
    status: 400,
    message: 'The request has invalid parameters.',
    documentation: 'Fix every problem in `details`; invalid values are never ignored or clamped.',
  },
  malformed_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    documentation: 'Check the client or the proxy that sent it. The connection is closed.',
  },
  not_found: {
    status: 404,
    message: 'There is no resource at this address.',
    documentation: 'Check the path or the ID of the record.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address is read-only: use GET, HEAD or OPTIONS.',
    documentation: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    message: 'The response is not available in any format that the Accept header allows.',
    documentation: 'Accept `application/json` (for exports `text/csv` or `application/x-ndjson`) or `*/*`.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    documentation: 'Send the complete request without pauses. The connection is closed.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests from this address.',
    documentation:
      'Wait for the seconds in `Retry-After`. Also returned where one address has too many requests in progress, including unread responses: the message gives the limit, and such requests do not count towards the hourly limit.',
  },
  request_too_long: {
    status: 431,
    message: 'The URL and the headers together are longer than 16 KiB.',
    documentation: 'Shorten lists of long values. The connection is closed.',
  },
  unavailable: {
    status: 503,
    message: 'The data is temporarily unavailable.',
    documentation: 'Retry after the seconds in `Retry-After`.',
  },
  internal: {
    status: 500,
    message: 'An internal error occurred.',
    documentation: 'Report the request ID (`X-Request-Id`) if the error persists.',
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
