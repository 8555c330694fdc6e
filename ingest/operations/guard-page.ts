import type { Middleware } from 'koa';

/** The dashboard may load only its own files, and no other page may embed it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Its elements have inline styles.
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

/** The external style sheet of fonts in the page of bull-board. */
const externalSheets = /<link[^>]*href="https?:\/\/[^>]*>/g;

/** Isolates the dashboard: security headers, no request to another host, and no change. */
export const guardPage: Middleware = async (ctx, next) => {
  try {
    if (!['GET', 'HEAD'].includes(ctx.method)) ctx.throw(403);
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
