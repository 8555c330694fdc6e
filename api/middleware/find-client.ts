import type { Middleware } from 'koa';
import { clientAddress } from '../client-address.ts';
import type { Config } from '../config.ts';

/** Finds out whose request it is, for the rate limit and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  return (context, next) => {
    const forwardedFor = context.get('X-Forwarded-For');
    context.state.client = clientAddress(context.req.socket.remoteAddress, forwardedFor, trustedProxies);
    return next();
  };
}
