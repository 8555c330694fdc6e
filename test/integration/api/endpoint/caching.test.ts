import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { dataVersionChannel } from '../../../../mappings/records-index.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';
let index: TestIndex;
let api: RunningApi;
let redis: Redis;

/** An index of its own, whose data changes and whose searches are counted. */
beforeAll(async () => {
  redis = new Redis(inject('redisUrl'));
  index = await createTestIndex(
    Array.from({ length: 200 }, (_, position) => buildAuction({ id: position + 1 })),
  );
  api = await startApi({ INDEX_ALIAS: index.alias });
});
afterAll(async () => {
  await api?.close();
  redis?.disconnect();
  await index?.remove();
});

const originOf = (answer: { headers: Headers }) =>
  /cache;desc=(\w+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];

/** Changes the data like an import: writes it, then announces the change. */
async function change(id: number) {
  await index.write([buildAuction({ id })]);
  await redis.publish(dataVersionChannel(index.alias), '{}');
}

/** The number of searches that Elasticsearch has run on the index. */
async function searches(): Promise<number> {
  const { _all } = await index.elasticsearch.indices.stats({ index: index.alias, metric: 'search' });
  return _all.total!.search!.query_total!;
}

describe('the response cache', () => {
  test('a response is computed once for concurrent and later requests until the data changes', async () => {
    const before = await searches();
    const query = 'gem_name=ruby&limit=7';
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => get(api.url, list, query)));
    expect(new Set(atOnce.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await expect.poll(async () => originOf(await get(api.url, list, query))).toBe('hit');
    const later = await Promise.all(
      Array.from({ length: 50 }, () => get(api.url, list, 'limit=7&gem_name=RUBY')),
    );
    expect(later.map(originOf)).toEqual(Array(50).fill('hit'));
    expect(later[0]!.body).toEqual(atOnce[0]!.body);
    // One for the page, one for the total, and one for the names that lots have.
    expect((await searches()) - before).toBeLessThanOrEqual(3);
    await change(1001);
    // The announcement and the next request come on two connections.
    await expect.poll(async () => (await get(api.url, list, query)).body.pagination.total_records).toBe(201);
  });

  test('a response has an ETag, which gets 304 without a search until the data changes', async () => {
    const { headers } = await get(api.url, list, 'limit=9');
    const etag = headers.get('etag')!;
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const before = await searches();
    for (const tag of [etag, `"x", ${etag}`, etag.replace('W/', '')]) {
      const answer = await get(api.url, list, 'limit=9', { headers: { 'If-None-Match': tag } });
      expect(answer.status).toBe(304);
      expect(answer.body).toBeUndefined();
    }
    expect(await searches()).toBe(before);
    const conditional = { headers: { 'If-None-Match': etag } };
    expect((await get(api.url, list, 'limit=10', conditional)).status).toBe(200);
    await change(1002);
    await expect.poll(async () => (await get(api.url, list, 'limit=9', conditional)).status).toBe(200);
  });

  test('while the index says that it is publishing, responses are no-store, without 304 and not kept', async () => {
    const plain = await get(api.url, list, 'limit=11');
    const etag = plain.headers.get('etag')!;
    const { elasticsearch, index: name } = index;
    const { mappings } = (await elasticsearch.indices.getMapping({ index: name }))[name]!;
    const say = async (_meta: object) => {
      await elasticsearch.indices.putMapping({ index: name, _meta: _meta as never });
      await redis.publish(dataVersionChannel(index.alias), '{}');
    };
    const conditional = { headers: { 'If-None-Match': etag } };
    const answer = (query: string) => get(api.url, list, query, conditional);
    await say({ ...mappings._meta, publishing: true });
    await expect.poll(async () => (await answer('limit=11')).headers.get('cache-control')).toBe('no-store');
    for (const round of [1, 2]) {
      const { status, headers } = await answer('limit=12');
      expect([status, headers.get('etag'), headers.get('last-modified')], `${round}`).toEqual([
        200,
        null,
        null,
      ]);
      expect(originOf({ headers })).toBe('miss');
    }
    const file = await fetch(`${api.url}/api/ext/export/auctions?format=ndjson`, conditional);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await file.text();
    // It is read from a snapshot; a cursor is the same as usual.
    const words = 'q=lot&limit=5';
    const first = await get(api.url, list, words);
    await say(mappings._meta!);
    await expect.poll(async () => (await answer('limit=11')).status).toBe(304);
    const usual = await get(api.url, list, words);
    const { data_version, ...meta } = usual.body.meta;
    expect(first.body).toEqual({ ...usual.body, meta: { ...meta, data_version: null } });
    expect(data_version).not.toBe(null);
    expect(meta.next_cursor).toBeDefined();
  });

  test('If-None-Match: * gets 304 on a path with a response, and 404 on a path without one', async () => {
    const anything = { headers: { 'If-None-Match': '*' } };
    const answer = await get(api.url, list, 'limit=8', anything);
    expect([answer.status, answer.body]).toEqual([304, undefined]);
    expect(answer.headers.get('etag')).toMatch(/^W\/"/);
    expect((await get(api.url, `${list}/4999`, '', anything)).status).toBe(404);
  });

  test('If-Modified-Since with the time of the last change or later gets 304', async () => {
    const { headers, body } = await get(api.url, list, 'limit=11');
    const modified = headers.get('last-modified')!;
    expect(modified).toBe(new Date(body.meta.as_of).toUTCString());
    const since = (time: number) => ({ 'If-Modified-Since': new Date(time).toUTCString() });
    const ask = async (sent: Record<string, string>, path = list) =>
      (await get(api.url, path, '', { headers: sent })).status;
    const time = Date.parse(modified);
    expect(await ask(since(time))).toBe(304);
    expect(await ask(since(time + 86_400_000))).toBe(304);
    expect(await ask(since(time - 1000))).toBe(200);
    for (const text of ['yesterday', '', '2100', new Date(time).toISOString()]) {
      expect(await ask({ 'If-Modified-Since': text }), text).toBe(200);
    }
    expect(await ask({ ...since(time), 'If-None-Match': '"other"' })).toBe(200);
    expect(await ask(since(time), `${list}/4998`)).toBe(404);
    expect((await get(api.url, `${list}/4998`)).headers.get('last-modified')).toBeNull();
    await change(1003);
    await expect.poll(() => ask(since(time))).toBe(200);
  });

  test('a response has the same body in every compression that a client accepts', async () => {
    const plain = await (
      await fetch(`${api.url}${list}`, { headers: { 'Accept-Encoding': 'identity' } })
    ).text();
    for (const [accepted, sent] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const answer = await fetch(`${api.url}${list}`, { headers: { 'Accept-Encoding': accepted } });
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(await answer.text()).toBe(plain);
    }
  });
});

test('with CACHE_MAX_MB=0 every response is computed again', async () => {
  const uncached = await startApi({ INDEX_ALIAS: index.alias, CACHE_MAX_MB: '0' });
  await get(uncached.url, list);
  expect(originOf(await get(uncached.url, list))).toBe('miss');
  await uncached.close();
});
