import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Middleware } from 'koa';
import type { Protocol } from '../../endpoint/define-route.ts';
import { createServer } from './create-server.ts';

/** Maximum bytes of a message. */
const maxRequestBodySize = 65_536;

/**
 * Streamable HTTP without sessions: each request has a server of its own. Pages of other origins are refused, so that no
 * page can reach a service that only its visitor can reach (DNS rebinding).
 */
export function serveHttp({ ask, document, config, log }: Parameters<Protocol['open']>[0]): Middleware {
  const { publicUrl } = config;
  const origins = [...localhostAllowedOrigins(), new URL(publicUrl).hostname];
  return async (context) => {
    context.set('Cache-Control', 'no-store');
    const { requestId } = context.state;
    const house = {
      ask: (address: string) => ask(context, address),
      document: async () => document,
      publicUrl,
      report: (err: unknown) => log.error({ err, requestId }, 'a tool failed unexpectedly'),
    };
    const handler = createMcpHandler(() => createServer(house), { maxSubscriptions: 0, keepAliveMs: 0 });
    const fetch: typeof handler.fetch = async (request, options) =>
      originValidationResponse(request, origins) ??
      refuseBatch(await request.clone().text()) ??
      handler.fetch(request, options);
    context.respond = false;
    await toNodeHandler({ fetch }, { maxRequestBodySize })(context.req, context.res);
  };
}

/** A batch would count as one request, whatever it asks. */
function refuseBatch(text: string): Response | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  const error = { code: -32600, message: 'Send one message per request, not a batch.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}
