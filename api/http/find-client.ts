import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import { Lru, recall } from '../lru.ts';
import { clientAddress, rateLimitKey } from './client-address.ts';

/** Clients that are known again. */
const remembered = 1000;

/** Finds out whose request it is, for the rate limit and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  // Most requests come from whom the last ones came from.
  const known = new Lru<{ client: string; clientKey: string }>(remembered);
  return (context, next) => {
    const peer = context.req.socket.remoteAddress;
    const forwardedFor = context.get('X-Forwarded-For');
    const found = recall(known, `${peer} ${forwardedFor}`, () => {
      const client = clientAddress(peer, forwardedFor, trustedProxies);
      return { client, clientKey: rateLimitKey(client) };
    });
    context.state.client = found.client;
    context.state.clientKey = found.clientKey;
    return next();
  };
}
