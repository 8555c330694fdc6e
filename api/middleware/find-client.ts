import type { Middleware } from 'koa';
import { clientAddress } from '../client-address.ts';
import type { Config } from '../config.ts';
import { Lru } from '../lru.ts';

/** Clients that are known again. */
const remembered = 1000;

/** Longer headers are read each time, so that nobody fills the memory with them. */
const longestHops = 200;

/** Finds out whose request it is, for the rate limit and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  // Most requests come from whom the last ones came from.
  const known = new Lru<string>(remembered);
  return (context, next) => {
    const peer = context.req.socket.remoteAddress;
    const forwardedFor = context.get('X-Forwarded-For');
    const hops = `${peer} ${forwardedFor}`;
    let client = known.get(hops);
    if (client === undefined) {
      client = clientAddress(peer, forwardedFor, trustedProxies);
      if (hops.length <= longestHops) known.set(hops, client);
    }
    context.state.client = client;
    return next();
  };
}
