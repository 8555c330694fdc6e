import type { Middleware } from 'koa';
import { clientAddress } from '../client-address.ts';
import type { Config } from '../config.ts';
import { Lru, recall } from '../lru.ts';

/** Clients that are known again. */
const remembered = 1000;

/** Finds out whose request it is, for the rate limit and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  // Most requests come from whom the last ones came from.
  const known = new Lru<string>(remembered);
  return (context, next) => {
    const peer = context.req.socket.remoteAddress;
    const forwardedFor = context.get('X-Forwarded-For');
    context.state.client = recall(known, `${peer} ${forwardedFor}`, () =>
      clientAddress(peer, forwardedFor, trustedProxies),
    );
    return next();
  };
}
