import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter } from '@prometheus-io/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { handleClientErrors } from '../../../api/http/client-errors.ts';
import { errorCodes, problemCodes } from '../../../api/http/errors.ts';
import type { RunningApi } from '../../../api/server.ts';
import { createLogger } from '../../../config/create-logger.ts';
import { projectRoot } from '../../../config/project-root.ts';
import { rawRequest, sendRaw } from '../../support/attack/send-raw.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { type Body, get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

const page = readFileSync(`${projectRoot}/docs/errors.md`, 'utf8');
const [codesPart = '', problemsPart = ''] = page.split('## Codes of details');
/** The codes in the first column of a table. */
const listedIn = (part: string) =>
  [...part.matchAll(/^\| (?:<a id="\w+"><\/a>)?`(\w+)` \|/gm)].map(([, code]) => code);

const list = '/api/v1/auctions';
/** Lots in more quarters than a price index accepts. */
const records = Array.from({ length: 401 }, (_, quarter) => {
  const [year, month] = [1700 + Math.floor(quarter / 4), 3 * (quarter % 4) + 1];
  const auction_date = `${year}-${String(month).padStart(2, '0')}-01`;
  return buildAuction({ id: quarter + 1, gem_type: 'Ruby', auction_date });
});
let index: TestIndex;
let api: RunningApi;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  index = await createTestIndex(records);
  api = await start({});
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await index?.remove();
});

async function start(settings: Record<string, string>): Promise<RunningApi> {
  const started = await startApi({ INDEX_ALIAS: index.alias, ...settings });
  closing.push(() => started.close());
  return started;
}

const errorOf = async (url: string, path: string, query = '', init: RequestInit = {}): Promise<Body> => {
  const { status, body } = await get(url, path, query, init);
  return { status, ...body.error };
};

const rawError = async (url: string, bytes: string): Promise<Body> => {
  const [answer] = await sendRaw(url, bytes);
  return { status: answer!.status, ...JSON.parse(answer!.body).error };
};

describe('error codes', () => {
  const causes: Record<string, () => Promise<Body>> = {
    invalid_parameter: () => errorOf(api.url, list, 'page=0'),
    malformed_request: () => rawError(api.url, rawRequest(`${list}?q=Para\xc3\xadba`)),
    not_found: () => errorOf(api.url, `${list}/999999`),
    method_not_allowed: () => errorOf(api.url, list, '', { method: 'POST' }),
    not_acceptable: () => errorOf(api.url, list, '', { headers: { Accept: 'image/png' } }),
    request_timeout: async () => {
      const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 });
      const requests = new Counter({
        name: 'requests',
        help: '-',
        labelNames: ['route', 'status'],
        registers: [],
      });
      handleClientErrors(server, { log: createLogger({ level: 'silent' }), metrics: { requests } });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      closing.push(async () => server.close());
      return rawError(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        `GET ${list} HTTP/1.1\r\n`,
      );
    },
    async rate_limited() {
      const { url } = await start({ RATE_LIMIT_MAX: '1' });
      await get(url, list);
      return errorOf(url, list);
    },
    request_too_long: () => rawError(api.url, rawRequest(`${list}?q=${'a'.repeat(20_000)}`)),
    async internal() {
      // A search engine that rejects every search.
      const elasticsearch = createServer((_request, response) => {
        response.writeHead(400, { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' });
        response.end('{"error":{"type":"parsing_exception","reason":"secret"},"status":400}');
      });
      await new Promise<void>((listening) => elasticsearch.listen(0, '127.0.0.1', listening));
      closing.push(async () => elasticsearch.closeAllConnections());
      closing.push(async () => elasticsearch.close());
      const { port } = elasticsearch.address() as AddressInfo;
      const { url } = await start({ ELASTICSEARCH_URL: `http://127.0.0.1:${port}` });
      return errorOf(url, list);
    },
    async unavailable() {
      const { url } = await start({ ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
      return errorOf(url, list);
    },
    async overloaded() {
      const elasticsearch = await startFaultProxy(inject('elasticsearchUrl'));
      closing.push(() => elasticsearch.close());
      const { url } = await start({ ELASTICSEARCH_URL: elasticsearch.url, MAX_IN_FLIGHT: '3' });
      const origin = async () => (await get(url, list)).headers.get('server-timing');
      await expect.poll(origin).toContain('cache;desc=hit');
      elasticsearch.hold();
      const waiting = [2, 3, 4].map((limit) => get(url, list, `limit=${limit}`));
      await expect.poll(() => elasticsearch.waiting()).toBe(3);
      const refused = await errorOf(url, list, 'limit=5');
      elasticsearch.release();
      await Promise.all(waiting);
      return refused;
    },
  };

  test.for(Object.entries(causes))('the error %s is returned as documented', async ([code, provoke]) => {
    const { status, message, documentation, ...error } = await provoke();
    expect(error.code).toBe(code);
    expect(status).toBe(errorCodes[code as keyof typeof errorCodes].status);
    expect(message).not.toMatch(/elasticsearch|redis|index|secret/i);
    expect(documentation).toBe(`/docs/errors#${code}`);
    expect(codesPart).toContain(`| <a id="${code}"></a>\`${code}\` | ${status} |`);
  });

  test('every error of the code is tested, and the page documents no other', () => {
    expect(Object.keys(causes).sort()).toEqual(Object.keys(errorCodes).sort());
    expect(listedIn(codesPart).sort()).toEqual(Object.keys(errorCodes).sort());
  });
});

describe('problem codes of parameters', () => {
  const letters = 'x'.repeat(201);
  const causes: [code: string, query: string, path?: string][] = [
    ['unknown_parameter', 'gem_nam=ruby'],
    ['missing', '', '/api/v1/suggestions'],
    ['empty', 'gem_name=ruby,'],
    ['repeated', 'page=1&page=2'],
    ['invalid_encoding', 'q=%E9'],
    ['invalid_quotes', 'lab=%22a,+b'],
    ['wrong_type', 'date_from=2023-02-30'],
    ['not_allowed', 'sort=cheapest'],
    ['too_small', 'page=0'],
    ['too_large', 'limit=101'],
    ['too_long', `q=${letters}`],
    ['too_many_values', `lab=${Array.from({ length: 51 }, (_, n) => n).join(',')}`],
    ['conflict', 'price_min=6&price_max=5'],
    ['invalid_cursor', 'cursor=x'],
    ['too_broad', 'gem_name=ruby&interval=quarter', '/api/ext/price-index'],
    ['more_problems', Array.from({ length: 101 }, (_, n) => `x${n}=1`).join('&')],
  ];

  test.for(causes)('the problem %s is returned as documented', async ([code, query, path = list]) => {
    const { status, details } = await errorOf(api.url, path, query);
    expect(status).toBe(400);
    const { parameter, message } = details.at(-1);
    expect(details.at(-1).code).toBe(code);
    expect(message.startsWith(parameter)).toBe(true);
    expect(message).toMatch(/\.$|\?$/);
  });

  test('every problem of the code is tested, and the page documents no other', () => {
    expect(causes.map(([code]) => code).sort()).toEqual(Object.keys(problemCodes).sort());
    expect(listedIn(problemsPart).sort()).toEqual(Object.keys(problemCodes).sort());
  });
});

test('raw UTF-8 in a URL gets advice to encode it, and a request without Host gets the error envelope', async () => {
  const raw = await rawError(api.url, rawRequest(`${list}?q=Para\xc3\xadba`));
  expect(raw).toMatchObject({ status: 400, code: 'malformed_request' });
  expect(raw.message).toContain('%C3%A9');
  const hostless = await rawError(api.url, `GET ${list} HTTP/1.1\r\n\r\n`);
  expect(hostless).toMatchObject({ status: 400, code: 'malformed_request' });
  expect(hostless.message).toBe('The request has no Host header. Send one: HTTP/1.1 requires it.');
});
