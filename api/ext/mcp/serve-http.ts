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
    const house = {
      ask: (address: string) => ask(context, address),
      document: async () => document,
      publicUrl,
      report: (err: unknown) =>
        log.error({ err, requestId: context.state.requestId }, 'a tool failed unexpectedly'),
    };
    const handler = createMcpHandler(() => createServer(house), { maxSubscriptions: 0, keepAliveMs: 0 });
    const fetch: typeof handler.fetch = async (request, options) => {
      if (originValidationResponse(request, origins)) {
        return refuse(403, -32000, 'This origin is refused. Set PUBLIC_URL to the address of this service.');
      }
      // A batch would count as one request, whatever it asks.
      if (/^\s*\[/.test(await request.clone().text())) {
        return refuse(400, -32600, 'Send one message per request, not a batch.');
      }
      return handler.fetch(request, options);
    };
    context.respond = false;
    await toNodeHandler({ fetch }, { maxRequestBodySize })(context.req, context.res);
  };
}

const refuse = (status: number, code: number, message: string) =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
