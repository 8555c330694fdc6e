import { describe, expect, inject, test } from 'vitest';
import { type Body, get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { corpus } from '../../../support/world/world.ts';

const list = '/api/v1/auctions';

describe('methods and paths', () => {
  test('HEAD gets the headers of GET, without the body', async () => {
    const [head, full] = await Promise.all([
      get(corpus.url, list, '', { method: 'HEAD' }),
      fetch(`${corpus.url}${list}`, { headers: { 'Accept-Encoding': 'identity' } }),
    ]);
    expect(head.status).toBe(200);
    expect(head.body).toBeUndefined();
    expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
    await full.text();
  });

  test('OPTIONS lists the allowed methods, also for CORS preflights', async () => {
    const answer = await fetch(`${corpus.url}${list}/20001`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
    });
    expect(answer.headers.has('access-control-allow-headers')).toBe(false);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
  });

  test('a CORS preflight allows the headers that it asks for', async () => {
    const asked = 'authorization,traceparent,x-any-header';
    const answer = await fetch(corpus.url + list, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Headers': asked },
    });
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, asked]);
    expect(answer.headers.get('vary')).toBe('Access-Control-Request-Headers');
  });

  test.for([
    ['/api/v1/auctions/', '/api/v1/auctions'],
    ['/API/V1/AUCTIONS/LATEST/', '/api/v1/auctions/latest'],
    ['//api/v1//auctions/1/', '/api/v1/auctions/1'],
    ['/Docs', '/docs'],
    ['/api/v1/', '/api/v1'],
    ['/api/v1/auction', '/api/v1/auctions'],
    ['/api/v1/latest', '/api/v1/auctions/latest'],
    ['/api/v1/stats/trend', '/api/v1/stats/trends'],
    ['/api/ext/price_index', '/api/ext/price-index'],
  ] as const)('the 404 for %s suggests %s', async ([path, right]) => {
    const answer = await get(corpus.url, path);
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toContain(`Did you mean ${right}?`);
  });

  test.for(['/api/v2/bids', '/api/v1/auctions/1/x', '/%00', `/API/v1/auctions/${'1'.repeat(300)}`])(
    'the 404 for %s suggests no other path',
    async (path) => {
      const answer = await get(corpus.url, path);
      expect(answer.status).toBe(404);
      expect(answer.body.error.message).toBe('There is no resource at this address.');
    },
  );

  test.for([
    ['application/json', 200],
    ['application/*;q=0.1, text/html', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8";q=0.2', 200],
    ['text/html, application/json;q=0.001', 200],
    ['application/json;q=0, */*', 406],
    ['application/xml, text/*', 406],
    ['application/json;q=0', 406],
  ] as const)('Accept: %s gets %d', async ([Accept, status]) => {
    expect((await get(corpus.url, list, '', { headers: { Accept } })).status).toBe(status);
  });
});

describe('all responses', () => {
  test('a response has the request id of the client when it is valid, else a new one', async () => {
    const withId = (id: string) => get(corpus.url, list, 'page=0', { headers: { 'X-Request-Id': id } });
    expect((await withId('abc-123')).headers.get('x-request-id')).toBe('abc-123');
    expect((await withId('a b"c')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await withId('x'.repeat(129))).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a response may be read by every origin, and cannot be framed or sniffed', async () => {
    for (const path of [list, '/nowhere', '/healthz']) {
      const { headers } = await get(corpus.url, path);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });
});

describe('operations paths', () => {
  test('/readyz shows the versions of Elasticsearch and of the data', async () => {
    const { status, body } = await get(corpus.url, '/readyz');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'ready', redis: 'ready', records: corpus.records.length });
    expect(body.data.elasticsearch.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(body.data.data_version).toBe((await get(corpus.url, list)).body.meta.data_version);
  });

  test('/metrics counts requests by route and status', async () => {
    await get(corpus.url, list, 'page=0');
    const text = await (await fetch(`${corpus.url}/metrics`)).text();
    expect(text).toMatch(/gem_api_requests_total\{route="\/api\/v1\/auctions",status="400"\} \d+/);
    expect(text).toContain('gem_api_request_duration_seconds_bucket');
    expect(text).toContain('gem_api_elasticsearch_duration_seconds_bucket');
  });
});

describe('an API with OPERATIONS_PORT', () => {
  test('metrics and readiness are only on the operations port, and health is on both ports', async () => {
    const { url, operationsUrl, close } = await startApi({
      INDEX_ALIAS: inject('corpus').alias,
      OPERATIONS_PORT: '0',
    });
    expect((await get(operationsUrl!, '/readyz')).status).toBe(200);
    expect((await fetch(`${operationsUrl}/metrics`)).status).toBe(200);
    expect((await get(operationsUrl!, '/healthz')).status).toBe(200);
    expect((await get(url, '/healthz')).status).toBe(200);
    expect((await get(url, list)).status).toBe(200);
    for (const address of [`${url}/readyz`, `${url}/metrics`, operationsUrl! + list]) {
      const response = await fetch(address);
      expect([response.status, ((await response.json()) as Body).error.code]).toEqual([404, 'not_found']);
    }
    await close();
  });
});

test.each(['/metrics', '/readyz'])('pages of other origins cannot read %s', async (path) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    const { headers } = await fetch(corpus.url + path, {
      method,
      headers: { Origin: 'https://example.org' },
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});
