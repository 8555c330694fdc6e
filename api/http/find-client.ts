import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { clientAddress, rateLimitKey } from './client-address.ts';

/** Finds out whose request it is, for the limits and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  return (context, next) => {
    const forwardedFor = context.get('X-Forwarded-For');
    context.state.client = clientAddress(context.req.socket.remoteAddress, forwardedFor, trustedProxies);
    context.state.clientKey = rateLimitKey(context.state.client);
    return next();
  };
}
