import type { MiddlewareHandler } from 'hono';

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
export const guardPage: MiddlewareHandler = async (c, next) => {
  if (['GET', 'HEAD'].includes(c.req.method)) await next();
  else c.res = c.text('The dashboard is read-only.\n', 403);
  if (c.res.headers.get('Content-Type')?.startsWith('text/html')) {
    c.res = c.html((await c.res.text()).replace(externalSheets, ''));
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
};
