import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFaults } from '../../support/attack/answer-faults.ts';
import { rawRequest, sendRaw } from '../../support/attack/send-raw.ts';
import { startTarget, type Target, wellAsked } from '../../support/attack/start-target.ts';

// Hostile texts as every value, name, path and header are in test/sweeps/attack/api.test.ts.

const pages = ['/', '/docs', '/metrics', '/healthz', '/readyz', '/api/v1/openapi.json'];

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target?.close());

describe('isolation between clients', () => {
  const poison = [
    ...['X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: gopher', 'Forwarded: for=1.2.3.4;host=evil.test'],
    ...['X-Original-URL: /metrics', 'X-Rewrite-URL: /metrics', 'X-HTTP-Method-Override: DELETE'],
    ...['Origin: https://evil.test', 'Cookie: a=b', 'Authorization: Basic YTpi'],
    ...['Range: bytes=0-1', 'If-Match: "x"', 'Accept-Language: xx', 'X-Request-Id: "><script>'],
    `If-None-Match: ${'W/"AAAAAAAAAAAAAAAAAAAAAA", '.repeat(300)}""`,
  ];
  const steady = (head: string) =>
    head
      .split('\r\n')
      .filter((line) => !/^(date|x-request-id|server-timing|x-ratelimit-\w+|ratelimit):/i.test(line));

  test('the request of one client does not change the response to the next', async () => {
    const addresses = [...target.paths.map(wellAsked), ...pages].filter(
      (address) => !/metrics|readyz/.test(address),
    );
    for (const address of addresses) {
      // The first request of an address comes from the attacker.
      const fresh = address.includes('/api/v1/') && address.includes('?') ? `${address}&limit=7` : address;
      const [attacked] = await sendRaw(target.api.url, rawRequest(fresh, poison));
      const [clean] = await sendRaw(target.api.url, rawRequest(fresh));
      const [again] = await sendRaw(target.api.url, rawRequest(fresh, poison));
      expect([clean!.body, steady(clean!.head)], fresh).toEqual([attacked!.body, steady(attacked!.head)]);
      expect([again!.body, steady(again!.head)], fresh).toEqual([clean!.body, steady(clean!.head)]);
      expect(clean!.head + clean!.body).not.toMatch(/evil|gopher|1\.2\.3\.4/);
    }
  });

  test('a forged cursor reveals nothing', async () => {
    const list = target.paths.find(({ path }) => path === '/api/v1/auctions')!;
    const [first] = await sendRaw(target.api.url, rawRequest('/api/v1/auctions?limit=5'));
    const cursor: string = JSON.parse(first!.body).meta.next_cursor;
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const sealed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      ...Array.from({ length: cursor.length }, (_, length) => cursor.slice(0, length)).slice(1),
      ...place.flatMap((_: unknown, i: number) =>
        [-1, 1e308, null, 'x', {}, [], true, 2 ** 53].map((value) => sealed(place.with(i, value))),
      ),
      ...[[], {}, null, [[[]]], { length: 3 }, [...place, 1], place.slice(1), '__proto__'].map(sealed),
      `${cursor}=`,
      `${cursor}A`,
      cursor.toUpperCase(),
    ].filter((text) => text !== cursor);
    for (const text of forged) {
      const [answer] = await sendRaw(
        target.api.url,
        rawRequest(`${list.path}?limit=5&cursor=${encodeURIComponent(text)}`),
      );
      expect([answer!.status, ...answerFaults(answer!, list)], text).toEqual([400]);
    }
    for (const other of ['sort=price', 'gem_name=ruby', 'q=ring']) {
      const [answer] = await sendRaw(target.api.url, rawRequest(`${list.path}?${other}&cursor=${cursor}`));
      expect(answer!.status, other).toBe(400);
    }
  });
});
