/** The page of the documentation that explains every error. */
const errorsPage = '/docs/errors';

/**
 * Every error of the API: code → status, the default message, and how to fix it. Other messages are worded where they are
 * thrown: the problem of a value in parameters/read-value.ts, and the advice in parameters/problem.ts; unknown, missing and
 * undecodable parameters in parameters/read-parameters.ts; rules of several parameters where these are declared; problems of a
 * single path (no such record, an invalid cursor, too many lots) in its route or price model; limits of a client in
 * http/limits.ts; messages for operators in search/errors.ts and search/index-state.ts.
 */
export const errorCodes = {
  invalid_parameter: {
    status: 400,
    message: 'The request has invalid parameters.',
    cure: 'Fix every problem in `details`; invalid values are never ignored or changed.',
  },
  malformed_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    cure: 'Check the client or the proxy that sent it. The connection is closed.',
  },
  not_found: {
    status: 404,
    message: 'There is no resource at this address.',
    cure: 'Check the path or the ID of the record.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address is read-only. Use GET, HEAD or OPTIONS.',
    cure: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    message: 'The Accept header excludes every format of the response.',
    cure: 'Accept `application/json` (for exports `text/csv`, `application/x-ndjson` or `application/vnd.apache.parquet`, for feeds `application/atom+xml` or `application/feed+json`) or `*/*`.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    cure: 'Send the complete request without pauses. The connection is closed.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests came from this address.',
    cure: 'Wait for the seconds in `Retry-After`. Also returned where one address has too many requests in progress, including unread responses: the message gives the limit, and such requests do not count towards the hourly limit.',
  },
  request_too_long: {
    status: 431,
    message: 'The URL and the headers together are longer than 16 KiB.',
    cure: 'Shorten lists of long values. The connection is closed.',
  },
  unavailable: {
    status: 503,
    message: 'The data is temporarily unavailable. Retry after the seconds in Retry-After.',
    cure: 'Retry after the seconds in `Retry-After`.',
  },
  overloaded: {
    status: 503,
    message: 'The service is busy. Retry after the seconds in Retry-After.',
    cure: 'Retry after the seconds in `Retry-After`, and send fewer requests at once.',
  },
  internal: {
    status: 500,
    message: 'An internal error occurred.',
    cure: 'Report the request ID (`X-Request-Id`) if the error persists.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Where the documentation explains a code. */
export const documentationOf = (code: ErrorCode): string => `${errorsPage}#${code}`;

/** The problems that a parameter can have: code → its meaning. */
export const problemCodes = {
  unknown_parameter: 'The path has no such parameter.',
  missing: 'A required parameter is missing.',
  empty: 'A value or a list element is empty.',
  repeated:
    'A parameter with a single value is given more than once, or a list whose order matters names a value twice.',
  invalid_encoding: 'The text is not percent-encoded UTF-8, or contains a NUL character.',
  invalid_quotes: 'A quoted list element does not end with its quote.',
  wrong_type: 'The value is not of the type of the parameter.',
  not_allowed: 'The value is not one of the allowed values.',
  too_small: 'The number is below the minimum.',
  too_large: 'The number is above the maximum.',
  too_long: 'The value has too many characters.',
  too_many_values: 'The list has too many values.',
  conflict: 'Two parameters contradict each other, or cannot be used together.',
  invalid_cursor: 'The cursor does not belong to this list.',
  too_broad: 'The request covers more lots than this path can process.',
  more_problems: 'The request has more problems than are listed.',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** One problem of a request, with the facts that the client needs to fix it. */
export interface Problem {
  /** The parameter as the client sent it, cut at 200 characters. */
  parameter: string;
  code: ProblemCode;
  message: string;
  /** The invalid value as the client sent it, cut at 200 characters. */
  value?: string;
  /** The allowed values, where they can be listed. */
  allowed?: string[];
}

/** An error with one of `errorCodes`; any other thrown value is answered as `internal`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Problem[];
  readonly headers: Record<string, string>;
  /** The message for the log and `/readyz`; clients do not see it. */
  readonly reason: string;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      reason?: string;
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
    this.reason = options.reason ?? this.message;
  }
}

/** Thrown inside a request whose client disconnected: no one reads the response. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected.');
    this.name = 'ClientDisconnected';
  }
}

/**
 * Makes a 503 of a code.
 * @param reason for operators
 * @param retryAfterS seconds after which the client should retry
 */
const temporary =
  (code: ErrorCode) =>
  (reason: string, cause?: unknown, retryAfterS = 5): ApiError =>
    new ApiError(code, { reason, headers: { 'Retry-After': String(retryAfterS) }, cause });

/** A 503 because the data cannot be read now. */
export const unavailable = temporary('unavailable');

/** A 503 because there are too many requests. */
export const overloaded = temporary('overloaded');
