import type { Middleware } from 'koa';

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

/** Public data for every origin, and nothing that a browser could be made to run or frame. */
export const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Puts `publicHeaders` on every answer. */
export function securityHeaders(): Middleware {
  const headers = new Map(Object.entries(publicHeaders));
  return (context, next) => {
    context.res.setHeaders(headers);
    return next();
  };
}
