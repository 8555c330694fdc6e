import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { clientKeyOf, clientOf } from '../../config/client-address.ts';

/**
 * Admits only one user, comparing in constant time. Each line of the password is valid: during a change of it the new one
 * and the former one. Wrong passwords are logged with the address of the client; after five of them the client is refused
 * for a minute. `findClient` comes before it.
 */
export function basicAuth(user: string, password: string, logger: Logger): Middleware {
  // A secret often ends with a line break: an empty line is not a password.
  const passwords = password.split('\n').flatMap((line) => line.trim() || []);
  const expected = passwords.map((line) => digest(`${user}:${line}`));
  const wrong = countWrongPasswords();
  return async (ctx, next) => {
    const client = clientKeyOf(ctx);
    const refusedForMs = wrong.refusedForMs(client);
    if (refusedForMs > 0) {
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.ceil(refusedForMs / 1_000)));
      ctx.body = 'Too many wrong passwords from this address. Try again in a minute.\n';
      return;
    }
    const [scheme, credentials = ''] = ctx.get('Authorization').split(' ');
    const given = digest(Buffer.from(credentials, 'base64').toString());
    if (scheme?.toLowerCase() === 'basic' && expected.some((one) => timingSafeEqual(given, one))) {
      wrong.forget(client);
      return next();
    }
    // A browser sends its first request without a password.
    if (scheme) {
      const refused = wrong.add(client);
      logger.warn({ address: clientOf(ctx), refused }, 'wrong password for the dashboard');
    }
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="gem-auctions queues", charset="UTF-8"');
    ctx.body = 'Sign in with DASHBOARD_USER and DASHBOARD_PASSWORD to see the queues.\n';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Wrong passwords in a row before an address is refused, even with the right one. */
const allowed = 5;
const refusedForMs = 60_000;

/** Maximum number of addresses in memory; the least recent one is dropped. */
const remembered = 10_000;

/**
 * Counts wrong passwords by the address they come from, in memory that does not grow with the addresses.
 * @param perf the clock
 */
export function countWrongPasswords(perf: { now(): number } = performance) {
  const wrong = new LRUCache<string, number>({ max: remembered, ttl: refusedForMs, ttlResolution: 0, perf });
  const isRefused = (address: string) => (wrong.get(address) ?? 0) >= allowed;

  return {
    /** Milliseconds for which an address is refused; 0 where it is not. */
    refusedForMs: (address: string) => (isRefused(address) ? wrong.getRemainingTTL(address) : 0),
    /** @returns whether the address is refused from now on */
    add(address: string): boolean {
      wrong.set(address, (wrong.get(address) ?? 0) + 1);
      return isRefused(address);
    },
    forget: (address: string) => wrong.delete(address),
  };
}
