import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientOptions, errors } from '@elastic/elasticsearch';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GatheringConnection } from '../../../../config/elasticsearch/gathering-connection.ts';
import { clientOptions } from '../../../../config/elasticsearch-client.ts';

/*
 * A client with nothing but an address tells what is right: both are asked the same of a server of Node's that answers
 * well or badly, and end the same.
 */

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' };
const wide = { title: 'Grün “é” 钻石 💎'.repeat(20_000) };

type Ask = (client: Client) => Promise<unknown>;

const search =
  (options = {}): Ask =>
  (client) =>
    client.search({ index: 'lots', query: { match_all: {} }, preference: 'one' }, options);

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const access = (url: string) => ({ urls: [url], apiKey: 'c2VjcmV0', caFile: undefined });

/** What comes of a request by a client of the service and by one with nothing special: the answer, or the error. */
async function bothOutcomes(answer: RequestListener, ask = search(), path = ''): Promise<[unknown, unknown]> {
  const url = (await listen(answer)) + path;
  const outcome = async (options: ClientOptions) => {
    const client = new Client({ ...options, maxRetries: 0 });
    try {
      return await ask(client);
    } catch (error) {
      const { name, message, statusCode, body } = error as Error & { statusCode?: number; body?: unknown };
      return name === 'ResponseError' ? { name, message, statusCode, body } : name;
    } finally {
      await client.close();
    }
  };
  const ours = await outcome(clientOptions(access(url)));
  return [ours, await outcome({ node: url, auth: { apiKey: 'c2VjcmV0' } })];
}

interface Heard {
  method: string | undefined;
  url: string | undefined;
  sent: Record<string, unknown>;
  body: string;
}

/** Answers well, and writes down what it is asked. */
const hearing =
  (heard: Heard[]): RequestListener =>
  async (request, response) => {
    const { method, url } = request;
    // Each has a port of its own, and the client tells which connection it has.
    const { host: _host, 'x-elastic-client-meta': _meta, ...sent } = request.headers;
    heard.push({ method, url, sent, body: (await request.toArray()).join('') });
    response.writeHead(200, headers).end('{"took":1}');
  };

const bytes = Buffer.from('{"index":{"_id":"1"}}\n{"id":1}\n');
const lines = { method: 'POST', path: '/lots/_bulk', querystring: { filter_path: 'items.*.status' } };

describe('a client of the service', () => {
  const ways: [string, Ask, string][] = [
    ['a search', search(), '/below/lots/_search?preference=one'],
    ['a search of that name', search({ opaqueId: 'seven' }), '/below/lots/_search?preference=one'],
    ['several searches', (client) => client.msearch({ searches: [{}, { size: 1 }] }), '/below/_msearch'],
    [
      'lines of objects',
      (client) => client.bulk({ index: 'lots', operations: [{ index: { _id: '1' } }, { id: 1 }] }),
      '/below/lots/_bulk',
    ],
    [
      'lines that are bytes',
      (client) => client.transport.request({ ...lines, bulkBody: bytes }),
      '/below/lots/_bulk?filter_path=items.*.status',
    ],
    [
      'a body that is bytes',
      (client) => client.transport.request({ ...lines, body: bytes }),
      '/below/lots/_bulk?filter_path=items.*.status',
    ],
    [
      'a question without a body',
      (client) => client.indices.getMapping({ index: 'lots' }),
      '/below/lots/_mapping',
    ],
    ['a question for the head', (client) => client.indices.exists({ index: 'lots' }), '/below/lots'],
  ];
  it.each(ways)('sends of %s what another one sends, below a path too', async (_way, ask, url) => {
    const heard: Heard[] = [];
    const [ours, theirs] = await bothOutcomes(hearing(heard), ask, '/below');
    expect(ours).toEqual(theirs);
    expect(heard).toHaveLength(2);
    expect(heard[0]).toEqual(heard[1]);
    expect(decodeURIComponent(heard[0]!.url!)).toBe(url);
    expect(heard[0]!.sent.authorization).toBe('ApiKey c2VjcmV0');
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
    expect(ours).toEqual(wide);
    expect(ours).toEqual(theirs);
  });

  const refused = '{"error":{"type":"parsing_exception","reason":"no such field"}}';
  const badWays: [string, RequestListener, unknown][] = [
    [
      'a refusal',
      (_request, response) => response.writeHead(400, headers).end(refused),
      { name: 'ResponseError', statusCode: 400, body: JSON.parse(refused) },
    ],
    [
      'a refusal that is no JSON',
      (_request, response) => response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>away</h1>'),
      { name: 'ResponseError', statusCode: 503, body: '<h1>away</h1>' },
    ],
    ['an answer that is cut', (_request, response) => cutShort(response), 'ConnectionError'],
    ['an end without an answer', (request) => request.socket.destroy(), 'ConnectionError'],
    [
      'an answer that is no JSON',
      (_request, response) => response.writeHead(200, headers).end('{'),
      'DeserializationError',
    ],
    [
      'a server that is not Elasticsearch',
      (_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      'ProductNotSupportedError',
    ],
  ];
  it.each(badWays)('tells of %s as another one does', async (_way, answer, outcome) => {
    const [ours, theirs] = await bothOutcomes(answer);
    expect(ours).toEqual(theirs);
    expect(ours).toEqual(typeof outcome === 'string' ? outcome : expect.objectContaining(outcome));
  });

  const passing: [string, RequestListener][] = [
    ['refuses while it starts', (_request, response) => response.writeHead(503, headers).end('{}')],
    ['hangs up', (request) => request.socket.destroy()],
  ];
  it.each(passing)('asks a node that %s once more, and only once', async (_way, bad) => {
    for (const [failures, outcome] of [
      [1, { took: 1 }],
      [5, expect.any(String)],
    ] as const) {
      let asked = 0;
      const answer: RequestListener = (request, response) =>
        ++asked <= failures ? bad(request, response) : hearing([])(request, response);
      const client = new Client({ ...clientOptions(access(await listen(answer))), maxRetries: 1 });
      expect(await search()(client).catch((error: Error) => error.name)).toEqual(outcome);
      expect(asked).toBe(2);
      await client.close();
      server.closeAllConnections();
      server.close();
    }
  });

  it('asks another node where one is not there, and leaves that one alone', async () => {
    const heard: Heard[] = [];
    const there = await listen(hearing(heard));
    const options = clientOptions({ ...access(''), urls: ['http://127.0.0.1:9', there] });
    const client = new Client({ ...options, maxRetries: 1 });
    for (let i = 0; i < 4; i++) expect(await search()(client)).toEqual({ took: 1 });
    await client.close();
    expect(heard).toHaveLength(4);
  });

  it('tells why a name of several addresses cannot be reached', async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ];
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((...asked: unknown[]) =>
        (asked.at(-1) as (error: null, found: unknown) => void)(null, both)) as never);
    const client = new Client({ ...clientOptions(access('http://several.test:9')), maxRetries: 0 });
    await expect(search()(client)).rejects.toThrow('ECONNREFUSED');
    await client.close();
    lookup.mockRestore();
  });

  it('blames no node for what cannot be sent', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const ask: Ask = (client) =>
      client.transport.request({ method: 'POST', path: '/lots/_search', body: cycle });
    expect(await bothOutcomes(hearing([]), ask)).toEqual(['SerializationError', 'SerializationError']);
    const client = new Client(clientOptions(access(await listen(hearing([])))));
    await ask(client).catch(() => undefined);
    expect(client.connectionPool.connections.map(({ status }) => status)).toEqual(['alive']);
    await client.close();
  });

  it('gives up on a server that says nothing', async () => {
    const ask = search({ requestTimeout: 300 });
    expect(await bothOutcomes(() => {}, ask)).toEqual(['TimeoutError', 'TimeoutError']);
  });

  it('ends with its signal: before it begins, while it waits, and within an answer', async () => {
    const aborted = ['RequestAbortedError', 'RequestAbortedError'];
    const halfway: RequestListener = (_request, response) =>
      response.writeHead(200, headers).write('{"took"');
    expect(await bothOutcomes(() => {}, search({ signal: AbortSignal.abort() }))).toEqual(aborted);
    for (const answer of [() => {}, halfway]) {
      const ours = new AbortController();
      setTimeout(() => ours.abort(), 200);
      const [name] = await bothOutcomes(answer, search({ signal: ours.signal }));
      expect(name).toBe('RequestAbortedError');
    }
  });

  it('counts nothing as in the air that has ended, however it did', async () => {
    const ends: RequestListener[] = [
      hearing([]),
      (request) => request.socket.destroy(),
      (_request, response) => cutShort(response),
      (_request, response) => response.writeHead(503, headers).end('{}'),
      () => {},
    ];
    let asked = 0;
    const url = await listen((request, response) => ends[asked++ % ends.length]!(request, response));
    const client = new Client({ ...clientOptions(access(url)), maxRetries: 0 });
    const [connection] = client.connectionPool.connections as unknown as GatheringConnection[];
    const leaver = new AbortController();
    const limits = [{ requestTimeout: 300 }, { signal: leaver.signal, requestTimeout: 5000 }];
    const asking = Array.from({ length: 40 }, (_, i) => search(limits[i % 2])(client).catch(() => undefined));
    await vi.waitFor(() => expect(asked).toBe(40));
    // Those that nobody answers and only their signal ends.
    expect(connection!.coalescer.inTheAir).toBeGreaterThanOrEqual(4);
    setTimeout(() => leaver.abort(), 100);
    await Promise.all(asking);
    await vi.waitFor(() => expect(connection!.coalescer.inTheAir).toBe(0));
    await client.close();
  });

  it('ends the wait of an answer that is held for others', async () => {
    let answered = 0;
    const url = await listen((request, response) => {
      if (request.url!.includes('held')) setTimeout(() => hearing([])(request, response), 400).unref();
      answered++;
    });
    const client = new Client({ ...clientOptions(access(url)), maxRetries: 0 });
    const stop = new AbortController();
    const others = Array.from({ length: 8 }, () => search({ signal: stop.signal })(client).catch(() => null));
    await vi.waitFor(() => expect(answered).toBe(8));
    const leaver = new AbortController();
    const [connection] = client.connectionPool.connections as unknown as GatheringConnection[];
    connection!.coalescer.enough = 8;
    const held = client.search({ index: 'held', query: { match_all: {} } }, { signal: leaver.signal });
    // Its answer is there, and waits.
    await vi.waitFor(() => expect(connection!.coalescer.inTheAir).toBe(9));
    await vi.waitFor(() => expect(connection!.coalescer.inTheAir).toBe(8), { interval: 1 });
    leaver.abort();
    await expect(held).rejects.toThrow(errors.RequestAbortedError);
    stop.abort();
    await Promise.all(others);
    await vi.waitFor(() => expect(connection!.coalescer.inTheAir).toBe(0));
    await client.close();
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
    const client = new Client(clientOptions(access(await listen(hearing([])))));
    await search({ signal })(client);
    expect(kept.size).toBe(0);
    await client.close();
  });
});

const cutShort: (response: Parameters<RequestListener>[1]) => void = (response) => {
  response.writeHead(200, { ...headers, 'Content-Length': '100' }).write('{"took":1');
  setTimeout(() => response.destroy(), 20);
};
