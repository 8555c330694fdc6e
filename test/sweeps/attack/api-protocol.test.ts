import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFaults } from '../../support/attack/answer-faults.ts';
import { rawRequest, sendRaw } from '../../support/attack/send-raw.ts';
import { startTarget, type Target } from '../../support/attack/start-target.ts';
import { describedPaths } from '../../support/contract/contract.ts';

const list = '/api/v1/auctions?limit=1';
let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target?.close());

/** A request that leaves its connection open for the next one. */
const open = (address: string, headers: string[] = []) =>
  rawRequest(address, headers).replace('Connection: close\r\n', '');
const withBody = (headers: string[], body: string, method = 'GET') =>
  rawRequest(list, headers, method) + body;
const chunked = 'Transfer-Encoding: chunked';
const smuggledRequest = rawRequest('/api/v1/auctions/1');

/**
 * Maps sent bytes to the statuses of all responses; none if the connection is closed without a response. One of each kind: the
 * parser is that of Node.
 */
const requests: [what: string, bytes: string, statuses: number[]][] = [
  ['two different lengths', withBody(['Content-Length: 1', 'Content-Length: 2'], 'ab'), [400]],
  ['a length and chunks', withBody(['Content-Length: 4', chunked], `0\r\n\r\n${smuggledRequest}`), [400]],
  [
    'a space before the colon',
    withBody(['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggledRequest}`),
    [400],
  ],
  ['a coding nobody knows', withBody(['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggledRequest}`), [400]],
  ['a folded header', rawRequest(list, ['X-A: b', ' Content-Length: 5']), [400]],
  ['bare line feeds', `GET ${list} HTTP/1.1\nHost: a\n\n`, [400]],
  ['a chunk of no size', withBody([chunked], `zz\r\n${smuggledRequest}`), [400]],
  [
    'a chunk of no size after a good request',
    open(list) + withBody([chunked], `zz\r\n${smuggledRequest}`),
    [],
  ],
  ['a header of 20,000 letters', rawRequest(list, [`X-A: ${'a'.repeat(20_000)}`]), [431]],
  ['an address of 20,000 letters', rawRequest(`${list}&q=${'a'.repeat(20_000)}`), [431]],
  ['bytes above ASCII in the address', rawRequest('/\xe9\xff'), [400]],
  ['an address that is no path', rawRequest('\\api\\v1'), [400]],
  ['two hosts', rawRequest(list, ['Host: evil.test']), [400]],
  ['no host', `GET ${list} HTTP/1.1\r\n\r\n`, [400]],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['a method nobody knows', rawRequest(list, [], 'BREW'), [400]],
  ['garbage after a good request', `${open(list)}GARBAGE\r\n\r\n`, []],
  // Unusual but valid requests.
  ['HTTP/1.0', `GET ${list} HTTP/1.0\r\n\r\n`, [200]],
  ['a GET with a body in chunks', withBody([chunked], '3\r\nabc\r\n0\r\n\r\n'), [200]],
  [
    'a body that looks like a request',
    withBody([`Content-Length: ${smuggledRequest.length}`], smuggledRequest),
    [200],
  ],
  [
    'a trailer that names a host',
    withBody([chunked, 'Trailer: Host'], '0\r\nHost: evil.test\r\n\r\n'),
    [200],
  ],
  ['an absolute address', rawRequest(`http://evil.test${list}`), [200]],
  [
    'an upgrade',
    rawRequest(list, ['Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']),
    [200],
  ],
  ['an expectation', rawRequest(list, ['Expect: 100-continue']), [200]],
  ['an expectation nobody knows', rawRequest(list, ['Expect: tea']), [200]],
  ['four requests in one go', open(list).repeat(3) + rawRequest(list), [200, 200, 200, 200]],
  ['a tunnel', rawRequest('127.0.0.1:9200', [], 'CONNECT'), [405]],
  ['an asterisk', rawRequest('*', [], 'OPTIONS'), [404]],
  ...['TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LINK', 'PURGE', 'QUERY'].map(
    (method): [string, string, number[]] => [method, withBody(['Content-Length: 2'], '{}', method), [405]],
  ),
];

test.for(requests)(
  '%s gets a documented response, and nothing is read as a second request',
  async ([, bytes, statuses]) => {
    const answers = await sendRaw(target.api.url, bytes);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(answers.flatMap((answer) => answerFaults(answer))).toEqual([]);
    for (const { head, body } of answers) expect(head + body).not.toContain('evil.test');
  },
);

describe('HTTP methods', () => {
  test('no method changes data, on any path', async () => {
    const before = await target.kept();
    for (const { path } of describedPaths) {
      for (const method of ['TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'MKCOL', 'UNLOCK']) {
        const address = path.replace(/\{\w+\}/, '1');
        const [answer] = await sendRaw(target.api.url, rawRequest(address, ['X-Echo: secret'], method));
        expect([answer!.status, answer!.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
        expect(answer!.head + answer!.body).not.toContain('secret');
      }
    }
    expect(await target.kept()).toEqual(before);
  });
});

describe('clients that keep connections open', () => {
  test('clients that send nothing, or stop halfway, do not delay other clients', async () => {
    const { hostname, port } = new URL(target.api.url);
    const sockets = Array.from({ length: 300 }, (_, i) => {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
      socket.write(['', 'GET', 'GET / HTTP/1.1\r\nHost: a\r\nX-', open(list, ['Content-Length: 9'])][i % 4]!);
      return socket;
    });
    await Promise.all(
      sockets.map(
        (socket) => socket.readyState === 'open' || new Promise((done) => socket.once('connect', done)),
      ),
    );
    for (let i = 0; i < 20; i++) {
      const [answer] = await sendRaw(target.api.url, rawRequest(`${list}&page=${1 + i}`));
      expect(answer!.status).toBe(200);
    }
    for (const socket of sockets) socket.destroy();
    // Nothing is left of the clients that disconnected.
    await expect.poll(() => target.metric('gem_api_requests_in_flight')).toBe(1);
  });
});

describe('requests that cannot be parsed', () => {
  test('an unparsable request gets the error envelope, is counted, and is logged with its request id', async () => {
    const count = () => target.metric('gem_api_requests_total{route="none",status="431"}').catch(() => 0);
    const before = await count();
    const [answer] = await sendRaw(target.api.url, rawRequest(list, [`X-A: ${'a'.repeat(20_000)}`]));
    const { error } = JSON.parse(answer!.body);
    expect(error).toMatchObject({ code: 'request_too_long', details: [] });
    expect(answer!.headers.get('connection')).toBe('close');
    expect(await count()).toBe(before + 1);
    const id = answer!.headers.get('x-request-id');
    await expect
      .poll(() => target.api.log.find(({ requestId }) => requestId === id))
      .toMatchObject({
        status: 431,
        client: '127.0.0.1',
        cause: 'HPE_HEADER_OVERFLOW',
      });
  });

  test('unparsable requests write nothing to standard error, and leave the process unchanged', async () => {
    expect(target.api.complaints()).toBe('');
    expect(target.api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    const [answer] = await sendRaw(target.api.url, rawRequest(list));
    expect(answer!.status).toBe(200);
    expect(await target.api.stop()).toBe(0);
  });
});
