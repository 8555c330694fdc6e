import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { HTTPException } from 'hono/http-exception';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { clientAddress, parseNetworks, rateLimitKey } from '../../config/client-address.ts';

/**
 * Admits only one user, comparing in constant time. Each line of the password is valid: during a change of it the new one
 * and the former one. Wrong passwords are logged with the address of the client; after five of them the client is refused
 * for a minute.
 * @param trustProxy the networks of TRUST_PROXY
 */
export function signIn(
  user: string,
  password: string,
  trustProxy: string | undefined,
  logger: Logger,
): MiddlewareHandler {
  // A secret often ends with a line break: an empty line is not a password.
  const passwords = password.split('\n').flatMap((line) => line.trim() || []);
  const expected = passwords.map((line) => digest(`${user}:${line}`));
  const proxies = parseNetworks(trustProxy);
  const wrong = countWrongPasswords();
  return basicAuth({
    realm: 'gem-auctions queues',
    invalidUserMessage: 'Sign in with DASHBOARD_USER and DASHBOARD_PASSWORD to see the queues.\n',
    // Without a pause inside, so that guesses at the same time are counted one by one.
    verifyUser(name, given, c) {
      const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
      const address = clientAddress(getConnInfo(c).remote.address, forwardedFor, proxies);
      const client = rateLimitKey(address);
      const refusedForMs = wrong.refusedForMs(client);
      if (refusedForMs > 0) {
        const message = 'Too many wrong passwords from this address. Try again in a minute.\n';
        const headers = { 'Retry-After': String(Math.ceil(refusedForMs / 1_000)) };
        throw new HTTPException(429, { res: c.text(message, 429, headers) });
      }
      const isRight = expected.some((one) => timingSafeEqual(digest(`${name}:${given}`), one));
      if (isRight) wrong.forget(client);
      else logger.warn({ address, refused: wrong.add(client) }, 'wrong password for the dashboard');
      return isRight;
    },
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Wrong passwords in a row before an address is refused, even with the right one. */
const allowed = 5;
const refusalMs = 60_000;

/** Maximum number of addresses in memory; the least recent one is dropped. */
const remembered = 10_000;

/**
 * Counts wrong passwords by the address they come from, in memory that does not grow with the addresses.
 * @param perf the clock
 */
export function countWrongPasswords(perf: { now(): number } = performance) {
  const wrong = new LRUCache<string, number>({ max: remembered, ttl: refusalMs, ttlResolution: 0, perf });
  const refusedForMs = (address: string) =>
    (wrong.get(address) ?? 0) < allowed ? 0 : wrong.getRemainingTTL(address);

  return {
    /** Milliseconds for which an address is refused; 0 where it is not. */
    refusedForMs,
    /** @returns whether the address is refused from now on */
    add(address: string): boolean {
      wrong.set(address, (wrong.get(address) ?? 0) + 1);
      return refusedForMs(address) > 0;
    },
    forget: (address: string) => wrong.delete(address),
  };
}
