import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { isTrustedProxy, peerAddress, rateLimitKey } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/**
 * Closes connections above a total maximum and above a maximum per client: an IPv4 address or the /64 network of an
 * IPv6 one. Those of trusted proxies count only towards the total. A connection is closed before its request is read.
 */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerClient' | 'trustedProxies'>,
  metrics: Pick<Metrics, 'connectionsRefused'>,
): void {
  const open = new Map<string, number>();
  server.maxConnections = config.maxConnections;
  server.on('drop', () => metrics.connectionsRefused.inc({ limit: 'total' }));
  server.on('connection', (socket) => {
    if (isTrustedProxy(socket.remoteAddress, config.trustedProxies)) return;
    const client = rateLimitKey(peerAddress(socket.remoteAddress));
    const count = (open.get(client) ?? 0) + 1;
    if (count > config.maxConnectionsPerClient) {
      metrics.connectionsRefused.inc({ limit: 'client' });
      socket.destroy();
      return;
    }
    open.set(client, count);
    socket.once('close', () => {
      const rest = open.get(client)! - 1;
      if (rest === 0) open.delete(client);
      else open.set(client, rest);
    });
  });
}
