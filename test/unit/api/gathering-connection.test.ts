import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, UndiciConnection } from '@elastic/elasticsearch';
import { afterEach, describe, expect, it } from 'vitest';
import { GatheringConnection } from '../../../api/gathering-connection.ts';

/*
 * The client's own connection tells what is right: both are asked the same of a server of Node's that answers well or
 * badly, and end the same.
 */

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' };
const wide = { title: 'Grün “é” 钻石 💎'.repeat(20_000) };

/** What comes of a search by the client with each of the connections: the answer, or the name of the error. */
async function bothOutcomes(answer: RequestListener, ask = {}, path = ''): Promise<[unknown, unknown]> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const outcome = async (Connection: typeof UndiciConnection) => {
    const client = new Client({ node, Connection, maxRetries: 0 });
    try {
      const { body, statusCode } = await client.search({ query: { match_all: {} } }, { ...ask, meta: true });
      return { body, statusCode };
    } catch (error) {
      return (error as Error).name;
    } finally {
      await client.close();
    }
  };
  return [await outcome(GatheringConnection), await outcome(UndiciConnection)];
}

describe('a connection that gathers answers', () => {
  it('sends what the own one of the client sends, below a path too', async () => {
    const heard: unknown[] = [];
    const [ours, theirs] = await bothOutcomes(
      async (request, response) => {
        const { method, url } = request;
        // Each has a port of its own, and the client tells which connection it has.
        const { host: _host, 'x-elastic-client-meta': _meta, ...sent } = request.headers;
        heard.push({ method, url, sent, body: (await request.toArray()).join('') });
        response.writeHead(200, headers).end('{"took":1}');
      },
      { headers: { 'x-opaque-id': 'seven' } },
      '/below',
    );
    expect(ours).toEqual({ body: { took: 1 }, statusCode: 200 });
    expect(ours).toEqual(theirs);
    expect(heard).toHaveLength(2);
    expect(heard[0]).toEqual(heard[1]);
    expect(heard[0]).toMatchObject({ url: '/below/_search' });
  });

  it('reads an answer that comes in pieces, cut within a character', async () => {
    const bytes = Buffer.from(JSON.stringify(wide));
    const [ours, theirs] = await bothOutcomes(async (_request, response) => {
      response.writeHead(200, headers);
      for (let at = 0; at < bytes.length; at += 99_991) {
        response.write(bytes.subarray(at, at + 99_991));
        await pause(2);
      }
      response.end();
    });
    expect(ours).toEqual({ body: wide, statusCode: 200 });
    expect(ours).toEqual(theirs);
  });

  const badWays: [string, RequestListener, string][] = [
    [
      'a refusal',
      (_request, response) => response.writeHead(400, headers).end('{"error":{"type":"parsing_exception"}}'),
      'ResponseError',
    ],
    ['an answer that is cut', (_request, response) => cutShort(response), 'ConnectionError'],
    ['an end without an answer', (request) => request.socket.destroy(), 'ConnectionError'],
    [
      'an answer that is no JSON',
      (_request, response) => response.writeHead(200, headers).end('{'),
      'DeserializationError',
    ],
  ];
  it.each(badWays)('tells of %s as the own one of the client does', async (_way, answer, name) => {
    expect(await bothOutcomes(answer)).toEqual([name, name]);
  });

  it('gives up on a server that says nothing', async () => {
    expect(await bothOutcomes(() => {}, { requestTimeout: 300 })).toEqual(['TimeoutError', 'TimeoutError']);
  });

  it('ends with its signal: before it begins, while it waits, and within an answer', async () => {
    const aborted = ['RequestAbortedError', 'RequestAbortedError'];
    const halfway: RequestListener = (_request, response) =>
      response.writeHead(200, headers).write('{"took"');
    expect(await bothOutcomes(() => {}, { signal: AbortSignal.abort() })).toEqual(aborted);
    for (const answer of [() => {}, halfway]) {
      const ours = new AbortController();
      setTimeout(() => ours.abort(), 200);
      const [name] = await bothOutcomes(answer, { signal: ours.signal });
      expect(name).toBe('RequestAbortedError');
    }
  });

  it('listens to a signal for as long as an answer takes', async () => {
    const { signal } = new AbortController();
    const kept = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: never) => {
      kept.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: never) => {
      kept.delete(listener);
      remove(type, listener);
    };
    server = createServer((_request, response) => response.writeHead(200, headers).end('{}')).listen(0);
    await once(server, 'listening');
    const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Client({ node, Connection: GatheringConnection });
    await client.search({}, { signal });
    expect(kept.size).toBe(0);
    await client.close();
  });
});

const cutShort: (response: Parameters<RequestListener>[1]) => void = (response) => {
  response.writeHead(200, { ...headers, 'Content-Length': '100' }).write('{"took":1');
  setTimeout(() => response.destroy(), 20);
};
