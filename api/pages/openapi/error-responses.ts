import { type ErrorCode, errorCodes } from '../../http/errors.ts';
import { ErrorEnvelope } from '../../http/render-errors.ts';
import { type HeaderName, headerReferences, limitHeaders } from './headers.ts';

type Json = Record<string, unknown>;

/** Every error response of a documented path, by its code. */
export function errorResponses(): Json {
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => !ofNoPath.has(code));
  return Object.fromEntries(codes.map((code) => [code, describeError(code)]));
}

/**
 * Only GET paths are documented; these codes belong to other methods or to requests without a path, or share the status
 * of another one.
 */
const ofNoPath = new Set<ErrorCode>([
  'overloaded',
  'method_not_allowed',
  'malformed_request',
  'request_timeout',
]);

const toRetry = new Set<ErrorCode>(['rate_limited', 'unavailable']);

function describeError(code: ErrorCode): Json {
  const { message, cure } = errorCodes[code];
  const retryHeaders: HeaderName[] = toRetry.has(code) ? ['Retry-After'] : [];
  return {
    description: `${message} ${cure}${alsoOf(code)}`,
    headers: headerReferences(['X-Request-Id', 'Cache-Control', ...retryHeaders, ...limitHeaders]),
    content: { 'application/json': { schema: ErrorEnvelope } },
  };
}

/** The description of the code that shares the status. */
function alsoOf(code: ErrorCode): string {
  if (code !== 'unavailable') return '';
  const { message, cure } = errorCodes.overloaded;
  return ` Or, with the code \`overloaded\`: ${message} ${cure}`;
}

/** The error responses of a path, as references, by status. */
export function errorReferences(codes: ErrorCode[]): Json {
  return Object.fromEntries(
    codes.map((code) => [errorCodes[code].status, { $ref: `#/components/responses/${code}` }]),
  );
}
