import type { Middleware } from 'koa';
import { ApiError } from './errors.ts';
import { isForOperators } from './path-kinds.ts';

const allowed = 'GET, HEAD, OPTIONS';

/** Answers OPTIONS, including CORS preflight requests, and rejects methods that write. */
export function allowedMethods(isKnownPath: (path: string) => boolean): Middleware {
  return (context, next) => {
    if (context.method === 'GET' || context.method === 'HEAD') return next();
    if (!isKnownPath(context.path)) throw new ApiError('not_found');
    if (context.method !== 'OPTIONS') {
      throw new ApiError('method_not_allowed', { headers: { Allow: allowed } });
    }
    context.status = 204;
    context.set('Allow', allowed);
    if (isForOperators(context.path)) return;
    context.set({
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Accept, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    });
  };
}
