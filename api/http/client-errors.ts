import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { publicHeaders } from './access-rules.ts';
import { ApiError, type ErrorCode, errorCodes } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { errorBody } from './render-errors.ts';

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
