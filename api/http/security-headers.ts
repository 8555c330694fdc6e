import type { Middleware } from 'koa';
import { isForOperators } from './path-kinds.ts';

/** Headers that pages of other origins may read. */
const exposed = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Records',
].join(', ');

/** The response runs no script and cannot be framed. */
const safeHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The same, for public data that every origin may read. */
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
