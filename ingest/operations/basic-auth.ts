import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { wrongPasswords } from './wrong-passwords.ts';

/**
 * Lets only the one user through. Both texts are compared in constant time, whatever their lengths. Wrong passwords are
 * logged with the address, and after five of them the address is refused for a minute.
 */
export function basicAuth(user: string, password: string, logger: Logger): Middleware {
  const expected = digest(`${user}:${password}`);
  const wrong = wrongPasswords();
  return async (ctx, next) => {
    const refusedForMs = wrong.refusedForMs(ctx.ip);
    if (refusedForMs > 0) {
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.ceil(refusedForMs / 1_000)));
      ctx.body = 'Too many wrong passwords came from this address.\n';
      return;
    }
    const [scheme, credentials = ''] = ctx.get('Authorization').split(' ');
    const given = digest(Buffer.from(credentials, 'base64').toString());
    if (scheme?.toLowerCase() === 'basic' && timingSafeEqual(given, expected)) {
      wrong.forget(ctx.ip);
      return next();
    }
    // A browser asks without a password first.
    if (scheme) {
      const refused = wrong.add(ctx.ip);
      logger.warn({ address: ctx.ip, refused }, 'wrong password for the dashboard');
    }
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="gem-auctions queues", charset="UTF-8"');
    ctx.body = 'The queues are shown to their operators only.\n';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
