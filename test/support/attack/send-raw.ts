import { once } from 'node:events';
import { connect } from 'node:net';

/** A response as received from the socket. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The text before the body, status line included. */
  head: string;
  body: string;
}

/**
 * Writes bytes that no client library would send, and reads all responses until the server closes the connection. The last
 * request should ask the server to close it.
 * @param bytes text is written with one byte per character (Latin-1)
 */
export async function sendRaw(url: string, bytes: string | Buffer, method = 'GET'): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that refused a request does not read the rest of it.
  socket.on('error', () => undefined);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await once(socket, 'close');
  return [...parseAnswers(Buffer.concat(chunks), method)];
}

/** A request in one piece, after which the server closes the connection. */
export function rawRequest(target: string, headers: readonly string[] = [], method = 'GET'): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: a.test', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
}

function* parseAnswers(bytes: Buffer, method: string): Generator<RawAnswer> {
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`The response is not HTTP: ${rest.toString().slice(0, 200)}`);
    const head = rest.subarray(0, end).toString('latin1');
    const [first = '', ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = new Headers(lines.map((line) => splitHeader(line)));
    rest = rest.subarray(end + 4);
    // Interim responses (1xx) are skipped.
    if (status < 200) continue;
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    const { body, length } = bodiless ? { body: Buffer.alloc(0), length: 0 } : readBody(rest, headers);
    rest = rest.subarray(length);
    yield { status, headers, head, body: body.toString() };
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** The body and its number of bytes on the wire. */
function readBody(bytes: Buffer, headers: Headers): { body: Buffer; length: number } {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number(headers.get('content-length') ?? bytes.length);
    return { body: bytes.subarray(0, length), length };
  }
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (size === 0) return { body: Buffer.concat(parts), length: at };
  }
}
