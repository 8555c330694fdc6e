import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';

/** Finds out whose request it is, for the limits and the log. */
export function findClient(trustedProxies: Config['trustedProxies']): Middleware {
  return (context, next) => {
    const forwardedFor = context.get('X-Forwarded-For');
    context.state.client = clientAddress(context.req.socket.remoteAddress, forwardedFor, trustedProxies);
    context.state.clientKey = rateLimitKey(context.state.client);
    return next();
  };
}

/**
 * The address of the client: the peer's, or behind trusted proxies the rightmost address of X-Forwarded-For that
 * is not trusted itself. What an untrusted peer writes into the header is never read.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string,
  trustedProxies: Config['trustedProxies'],
): string {
  let client = parse(peer ?? '');
  if (client === undefined) return 'unknown';
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  while (isTrusted(client, trustedProxies) && hops.length > 0) {
    const hop = parse(hops.pop()!);
    // A proxy that is believed wrote nonsense: what it was told by is all there is to go by.
    if (hop === undefined) break;
    client = hop;
  }
  return client.toString();
}

/** Whether a peer is one of the trusted proxies, through which many clients come. */
export function isTrustedProxy(peer: string | undefined, trustedProxies: Config['trustedProxies']): boolean {
  const address = parse(peer ?? '');
  return address !== undefined && isTrusted(address, trustedProxies);
}

/** The address of a peer as `rateLimitKey` takes it. */
export const peerAddress = (peer: string | undefined): string => clientAddress(peer, '', []);

/** Whom the rate limit counts: an IPv4 address, or the /64 network that one IPv6 client has to itself. */
export function rateLimitKey(address: string): string {
  const parsed = parse(address);
  if (parsed === undefined || parsed.kind() === 'ipv4') return address;
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The client of a request, as the first middleware found it. */
export const clientOf = (context: Context): string => context.state.client as string;

/** `rateLimitKey` of the client of a request. */
export const clientKeyOf = (context: Context): string => context.state.clientKey as string;

/** IPv4 addresses in IPv6 clothes (::ffff:192.0.2.1) are taken as IPv4; ports and zones are dropped. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '');
  const address = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.lastIndexOf(':')) : bare;
  if (ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)) {
    return ipaddr.process(address);
  }
  return undefined;
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, networks: Config['trustedProxies']): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
