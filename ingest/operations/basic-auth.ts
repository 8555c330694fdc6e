import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';

/** Lets only the one user through. Both texts are compared in constant time, whatever their lengths. */
export function basicAuth(user: string, password: string): Middleware {
  const expected = digest(`${user}:${password}`);
  return async (ctx, next) => {
    const [scheme, credentials = ''] = ctx.get('Authorization').split(' ');
    const given = digest(Buffer.from(credentials, 'base64').toString());
    if (scheme?.toLowerCase() === 'basic' && timingSafeEqual(given, expected)) return next();
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="gem-auctions queues", charset="UTF-8"');
    ctx.body = 'The queues are shown to their operators only.\n';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
