import type { IncomingMessage } from 'node:http';
import { distance } from 'fastest-levenshtein';
import type { Middleware } from 'koa';
import { ApiError } from './errors.ts';

/** Whether a path belongs to the public API, to which the limits apply; health checks and pages do not. */
export function isCounted(path: string): boolean {
  return /^\/api\/(v1|ext)(\/|$)/.test(path) && path !== '/api/v1/openapi.json';
}

/** Whether a path is for operators: pages of other origins cannot read it. */
function isForOperators(path: string): boolean {
  return path === '/metrics' || path === '/readyz';
}

/** Headers that pages of other origins may read. */
const exposed = [
  'Content-Disposition',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-Data-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Records',
].join(', ');

/** Rejects a request whose host or whose end a proxy may read differently (RFC 9112, 3.2 and 6.1). */
export function requireOneReading(): Middleware {
  return ({ req }, next) => {
    const message = ambiguityOf(req);
    if (message === undefined) return next();
    throw new ApiError('malformed_request', { message, headers: { Connection: 'close' } });
  };
}

function ambiguityOf({ headersDistinct, httpVersion }: IncomingMessage): string | undefined {
  const { host: hosts = [], 'transfer-encoding': codings = ['chunked'] } = headersDistinct;
  if (hosts.length > 1) return `The request has ${hosts.length} Host headers. Send one.`;
  if (hosts.length === 0 && httpVersion !== '1.0') {
    return 'The request has no Host header. Send one: HTTP/1.1 requires it.';
  }
  if (codings.join().toLowerCase() === 'chunked') return undefined;
  return 'The request has a transfer coding other than chunked. Send chunked, or a Content-Length.';
}

/** The response runs no script and cannot be framed. */
const safeHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The headers of public data, which every origin may read. */
export const publicHeaders = {
  ...safeHeaders,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Sets `publicHeaders` on every response; other origins cannot read responses for operators. */
export function securityHeaders(): Middleware {
  return (context, next) => {
    context.set(isForOperators(context.path) ? safeHeaders : publicHeaders);
    return next();
  };
}

/**
 * Answers OPTIONS, including CORS preflight requests, and rejects methods that write.
 * @param methodsAt the methods of a path that has a protocol of its own
 */
export function allowedMethods(
  isKnownPath: (path: string) => boolean,
  methodsAt = (_path: string): readonly string[] | undefined => undefined,
): Middleware {
  return (context, next) => {
    if (context.method === 'GET' || context.method === 'HEAD') return next();
    if (!isKnownPath(context.path)) throw new ApiError('not_found');
    const methods = methodsAt(context.path);
    if (methods?.includes(context.method)) return next();
    const allowed = [...(methods ?? ['GET', 'HEAD']), 'OPTIONS'].join(', ');
    if (context.method !== 'OPTIONS') {
      const message = methods && `Use ${allowed}.`;
      throw new ApiError('method_not_allowed', { ...(message && { message }), headers: { Allow: allowed } });
    }
    context.status = 204;
    context.set('Allow', allowed);
    if (isForOperators(context.path)) return;
    // Any header: browsers and tools of clients add their own, and no response depends on a secret.
    const asked = context.get('Access-Control-Request-Headers');
    context.vary('Access-Control-Request-Headers');
    context.set({
      'Access-Control-Allow-Methods': allowed,
      ...(asked !== '' && { 'Access-Control-Allow-Headers': asked }),
      'Access-Control-Max-Age': '86400',
    });
  };
}

/** A longer path is not repeated in a message. */
const maxShownLength = 200;

/** Wrong letters of a path that is still recognized. */
const maxWrongLetters = 3;

/**
 * Answers 404, and names the path that is meant: one that differs in letter case or slashes, else the nearest one.
 * @param paths those that can be meant; one in which an id stands is left out
 */
export function suggestPath(isKnownPath: (path: string) => boolean, paths: readonly string[]): Middleware {
  const known = paths.filter((path) => !path.includes('{'));
  return (context) => {
    const path = context.path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const right = [path, path.toLowerCase()].find((other) => other !== context.path && isKnownPath(other));
    const near = right ?? nearestPath(path.toLowerCase(), known);
    if (near === undefined || near.length > maxShownLength) throw new ApiError('not_found');
    const rule = right === undefined ? '' : ' Paths are case-sensitive and do not end in a slash.';
    throw new ApiError('not_found', {
      message: `There is no resource at this address. Did you mean ${near}?${rule}`,
    });
  };
}

/** The path that ends like another one below the same root, or has few other letters. */
function nearestPath(path: string, known: readonly string[]): string | undefined {
  if (path.length > maxShownLength) return undefined;
  const [root, end] = [path.split('/')[1], path.split('/').at(-1)];
  const endsAlike = (other: string) => other.split('/')[1] === root && other.split('/').at(-1) === end;
  const far = (other: string) => distance(path, other);
  const nearest = known.toSorted((a, b) => far(a) - far(b))[0]!;
  return far(nearest) <= maxWrongLetters ? nearest : known.find(endsAlike);
}
