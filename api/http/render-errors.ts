import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import Type, { type Static } from 'typebox';
import { publicHeaders } from './access-rules.ts';
import {
  ApiError,
  ClientDisconnected,
  documentationOf,
  type ErrorCode,
  errorCodes,
  problemCodes,
} from './errors.ts';
import type { Metrics } from './metrics.ts';

/**
 * Responds to errors of the middleware. An unexpected error is logged and
 * answered without its details.
 */
export function renderErrors(log: Logger): Middleware {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && context.body == null) throw new ApiError('not_found');
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal', { cause: thrown });
      const isGone = thrown instanceof ClientDisconnected && context.res.destroyed;
      if (error !== thrown && !isGone) {
        log.error({ err: thrown, requestId: context.state.requestId }, 'a request failed unexpectedly');
      }
      context.state.error = error;
      context.status = errorCodes[error.code].status;
      context.remove('ETag');
      context.remove('Last-Modified');
      context.remove('Link');
      context.remove('Content-Encoding');
      context.set({ 'Cache-Control': 'no-store', ...error.headers });
      context.type = 'application/json';
      context.body = JSON.stringify(errorBody(error));
    }
  };
}

/** The schema of every error. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    data: Type.Null(),
    pagination: Type.Null({ 'x-null-of': 'Pagination' }),
    meta: Type.Object({}, { additionalProperties: false }),
    error: Type.Object(
      {
        code: Type.Enum(Object.keys(errorCodes), { 'x-open-values': true }),
        message: Type.String({ minLength: 1 }),
        details: Type.Array(
          Type.Object(
            {
              parameter: Type.String({ description: 'The name as sent, cut at 200 characters.' }),
              code: Type.Enum(Object.keys(problemCodes), {
                description: Object.entries(problemCodes)
                  .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
                  .join(' '),
              }),
              message: Type.String({ minLength: 1 }),
              value: Type.Optional(
                Type.String({ description: 'The invalid value as sent, cut at 200 characters.' }),
              ),
              allowed: Type.Optional(
                Type.Array(Type.String(), { description: 'The allowed values, where they can be listed.' }),
              ),
            },
            { $id: 'ErrorDetail', title: 'A problem of the request', additionalProperties: false },
          ),
          { description: 'All problems of the request.' },
        ),
        documentation: Type.String({
          format: 'uri-reference',
          description: 'The page that explains the code, relative to this service.',
        }),
      },
      { $id: 'ErrorBody', title: 'What went wrong, and how to fix it', additionalProperties: false },
    ),
  },
  { $id: 'ErrorResponse', title: 'Error response', additionalProperties: false, 'x-choice': true },
);

export type ErrorEnvelope = Static<typeof ErrorEnvelope>;

/** The body of an error. */
export function errorBody({ code, message, details }: ApiError): ErrorEnvelope {
  return {
    success: false,
    data: null,
    pagination: null,
    meta: {},
    error: { code, message, details, documentation: documentationOf(code) },
  };
}

/** The codes of Node's parser errors; all others are malformed requests. */
const codeOf: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request_too_long',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * Answers, counts and logs the requests that Node's parser rejects: no middleware sees them. The connection
 * is closed, because the start of the next request on it is unknown.
 */
export function handleClientErrors(
  server: Server,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'requests'> },
): void {
  /** The response to the last request of each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));

  function reject(
    socket: Duplex & { remoteAddress?: string },
    error: ApiError,
    reason: string | undefined,
  ): void {
    // The client would mistake it for the response to an earlier request. A request whose body is malformed gets it itself.
    // A response that waits for an earlier one has no socket yet.
    const last = responses.get(socket);
    const isFirst = last?.socket === socket && !last.req.complete && !last.headersSent;
    const isAwaited = last && !last.writableFinished && !isFirst;
    if (!socket.writable || isAwaited) return void socket.destroy();
    const requestId = randomUUID();
    const { status } = errorCodes[error.code];
    socket.end(writeResponse(error, { 'X-Request-Id': requestId }), () => socket.destroy());
    metrics.requests.inc({ route: 'none', status: String(status) });
    log.info(
      { requestId, status, client: socket.remoteAddress, cause: reason },
      'a request was rejected before it was read',
    );
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else reject(socket, errorOf(error), error.code);
  });
  server.on('connect', (_request, socket) => {
    const headers = { Allow: 'GET, HEAD, OPTIONS' };
    reject(socket, new ApiError('method_not_allowed', { headers }), 'CONNECT');
  });
}

/** The error for a request that the parser rejects. */
function errorOf({ code = '', rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): ApiError {
  const [requestLine = ''] = rawPacket?.toString('latin1').split('\n', 1) ?? [];
  if (code === 'HPE_INVALID_URL' && /[\x80-\xff]/.test(requestLine)) {
    const message =
      'The URL contains characters that are not percent-encoded. Encode each byte of the UTF-8 text as %XX: é is %C3%A9.';
    return new ApiError('malformed_request', { message });
  }
  return new ApiError(codeOf[code] ?? 'malformed_request');
}

function writeResponse(error: ApiError, headers: Record<string, string>): string {
  const { code } = error;
  const body = JSON.stringify(errorBody(error));
  const lines = Object.entries({
    ...publicHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...error.headers,
    ...headers,
  });
  const reason = code.replaceAll('_', ' ');
  return `HTTP/1.1 ${errorCodes[code].status} ${reason}\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${body}`;
}
