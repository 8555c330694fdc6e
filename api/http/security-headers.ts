import type { Middleware } from 'koa';
import { isForOperators } from './path-kinds.ts';

/** Headers that a response may be read by in a browser of another origin. */
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

/** Nothing that a browser could be made to run or frame. */
const safeHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Public data for every origin besides. */
export const publicHeaders = {
  ...safeHeaders,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Puts `publicHeaders` on every answer; other origins read nothing that is for operators. */
export function securityHeaders(): Middleware {
  return (context, next) => {
    context.set(isForOperators(context.path) ? safeHeaders : publicHeaders);
    return next();
  };
}
