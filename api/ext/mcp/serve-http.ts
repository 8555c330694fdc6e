import {
  createMcpHandler,
  localhostAllowedOrigins,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Context, Middleware } from 'koa';
import type { Protocol } from '../../endpoint/define-route.ts';
import { createServer } from './create-server.ts';

/** Maximum bytes of a message. */
const maxBytes = 65_536;

/**
 * Streamable HTTP without sessions: each request has a server of its own, and its response is sent whole. Pages of other
 * origins are refused, so that no page can reach a service that only its visitor can reach (DNS rebinding).
 */
export function serveHttp({ ask, document, config, log }: Parameters<Protocol['open']>[0]): Middleware {
  const { publicUrl } = config;
  const origins = [...localhostAllowedOrigins(), new URL(publicUrl).hostname];
  return async (context) => {
    context.set('Cache-Control', 'no-store');
    const origin = validateOriginHeader(context.get('Origin'), origins);
    if (!origin.ok)
      return refuse(
        context,
        403,
        -32000,
        `${origin.message}. Set PUBLIC_URL to the address of this service.`,
      );
    const text = await readBody(context);
    if (text === undefined) return refuse(context, 413, -32600, `A message may have ${maxBytes} bytes.`);
    if (/^\s*\[/.test(text))
      return refuse(context, 400, -32600, 'Send one message per request, not a batch.');
    const { requestId } = context.state;
    const ended = new AbortController();
    context.res.once('close', () => ended.abort());
    const house = {
      ask: (address: string) => ask(context, address),
      document: async () => document,
      publicUrl,
      report(err: unknown) {
        // A call whose client disconnected did not fail.
        if (!ended.signal.aborted) log.error({ err, requestId }, 'a tool failed unexpectedly');
      },
    };
    const handler = createMcpHandler(() => createServer(house), { maxSubscriptions: 0, keepAliveMs: 0 });
    const response = await handler.fetch(requestOf(context, text, ended.signal));
    context.status = response.status;
    for (const [name, value] of response.headers) context.set(name, value);
    context.body = Buffer.from(await response.arrayBuffer());
  };
}

function refuse(context: Context, status: number, code: number, message: string): void {
  context.status = status;
  context.body = { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** Undefined for a message that is too long, whose connection is closed. */
async function readBody({ req, res }: Context): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      res.setHeader('Connection', 'close');
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function requestOf({ method, path, headers }: Context, body: string, signal: AbortSignal): Request {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers: own,
    signal,
    ...(hasBody && { body }),
  });
}
