import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
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
  const answering = requestsBySocket(server);

  function refuse(socket: Socket, code: ErrorCode, headers: Record<string, string>, reason?: string): void {
    // A response to an earlier request may be in flight: the client would mistake this one for it.
    if (!socket.writable || answering(socket) > 0) return void socket.destroy();
    const requestId = randomUUID();
    const { status } = errorCodes[code];
    socket.end(writeAnswer(code, { 'X-Request-Id': requestId, ...headers }), () => socket.destroy());
    metrics.requests.inc({ route: 'none', status: String(status) });
    log.info(
      { requestId, status, client: socket.remoteAddress, cause: reason },
      'a request was refused unread',
    );
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket as Socket, codeOf[error.code ?? ''] ?? 'malformed_request', {}, error.code);
  });
  server.on('connect', (_request, socket) => {
    refuse(socket as Socket, 'method_not_allowed', { Allow: 'GET, HEAD, OPTIONS' }, 'CONNECT');
  });
}

/** The number of requests in flight on a connection. */
function requestsBySocket(server: Server): (socket: Socket) => number {
  const counts = new WeakMap<Socket, number>();
  const add = (socket: Socket, more: number) => counts.set(socket, (counts.get(socket) ?? 0) + more);
  server.on('request', ({ socket }, response) => {
    add(socket, 1);
    response.once('close', () => add(socket, -1));
  });
  return (socket) => counts.get(socket) ?? 0;
}

function writeAnswer(code: ErrorCode, headers: Record<string, string>): string {
  const body = JSON.stringify(errorBody(new ApiError(code)));
  const lines = Object.entries({
    ...publicHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  });
  const reason = code.replaceAll('_', ' ');
  return `HTTP/1.1 ${errorCodes[code].status} ${reason}\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n${body}`;
}
