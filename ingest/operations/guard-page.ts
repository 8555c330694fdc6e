import type { Middleware } from 'koa';

/** What the dashboard's page may load and where it may be shown: its own files, nowhere but in a window of its own. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Its elements bear styles of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': contentPolicy,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** A style sheet of another host, which the page of bull-board asks for its letters. */
const externalSheets = /<link[^>]*href="https?:\/\/[^>]*>/g;

/** Keeps the dashboard to itself: headers on every answer, no request to another host, no change by a page of another. */
export const guardPage: Middleware = async (ctx, next) => {
  try {
    const isForeign = !['', 'same-origin', 'none'].includes(ctx.get('Sec-Fetch-Site'));
    if (isForeign && !['GET', 'HEAD'].includes(ctx.method)) ctx.throw(403);
    await next();
  } finally {
    ctx.set(headers);
  }
  if (typeof ctx.body === 'string' && ctx.response.is('html')) {
    const { type } = ctx;
    ctx.body = ctx.body.replace(externalSheets, '');
    ctx.type = type;
  }
};
