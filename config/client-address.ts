import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';

/** A network: its first address, and the number of bits that all of its addresses share. */
type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The networks of `TRUST_PROXY`. A single address is a network of one. */
export function parseNetworks(text = ''): Network[] {
  return text.split(',').flatMap((part): Network[] => {
    const network = part.trim();
    if (network === '') return [];
    if (ipaddr.isValidCIDR(network)) return [ipaddr.parseCIDR(network)];
    const address = ipaddr.parse(network);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  });
}

/** Determines the client of a request, for the limits and the log. */
export function findClient(trustedProxies: Network[]): Middleware {
  return (context, next) => {
    const forwardedFor = context.get('X-Forwarded-For');
    context.state.client = clientAddress(context.req.socket.remoteAddress, forwardedFor, trustedProxies);
    context.state.clientKey = rateLimitKey(context.state.client);
    return next();
  };
}

/**
 * The address of the client: the peer's address, or behind trusted proxies the rightmost address of X-Forwarded-For
 * that is not trusted itself. The header of an untrusted peer is ignored.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string,
  trustedProxies: Network[],
): string {
  let client = parse(peer ?? '');
  if (client === undefined) return 'unknown';
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  while (isTrusted(client, trustedProxies) && hops.length > 0) {
    const hop = parse(hops.pop()!);
    // A trusted proxy sent an invalid address: use the address of the hop that sent it.
    if (hop === undefined) break;
    client = hop;
  }
  return client.toString();
}

/** Whether a peer is a trusted proxy, which many clients share. */
export function isTrustedProxy(peer: string | undefined, trustedProxies: Network[]): boolean {
  const address = parse(peer ?? '');
  return address !== undefined && isTrusted(address, trustedProxies);
}

/** The key of the rate limit: an IPv4 address, or the /64 network of an IPv6 client. */
export function rateLimitKey(address: string): string {
  const parsed = address.includes(':') ? parse(address) : undefined;
  if (parsed === undefined || parsed.kind() === 'ipv4') return address;
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The client of a request, as determined by `findClient`. */
export const clientOf = (context: Context): string => context.state.client as string;

/** `rateLimitKey` of the client of a request. */
export const clientKeyOf = (context: Context): string => context.state.clientKey as string;

/** IPv4-mapped IPv6 addresses (::ffff:192.0.2.1) are converted to IPv4; ports and zones are dropped. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '');
  const address = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.lastIndexOf(':')) : bare;
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, networks: Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
