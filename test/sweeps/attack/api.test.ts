import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerFaults } from '../../support/attack/answer-faults.ts';
import { brokenEncodings, hostileTexts } from '../../support/attack/hostile-texts.ts';
import { rawRequest, sendRaw } from '../../support/attack/send-raw.ts';
import { startTarget, type Target, wellAsked } from '../../support/attack/start-target.ts';
import { describedPaths } from '../../support/contract/contract.ts';

const texts = Object.values(hostileTexts).flat();

let target: Target;
let before: Awaited<ReturnType<Target['kept']>>;
beforeAll(async () => {
  target = await startTarget();
  before = await target.kept();
});
afterAll(() => target?.close());

/** Sends one request and returns the faults of the response. */
async function attack(address: string, path?: string, headers: string[] = []): Promise<string[]> {
  const answers = await sendRaw(target.api.url, rawRequest(address, headers));
  if (answers.length !== 1) return [`${answers.length} answers to ${address}`];
  const place = `${address.slice(0, 300)} ${headers.join(' ').slice(0, 300)}`;
  return answerFaults(answers[0]!, path).map((fault) => `${place}: ${fault}`);
}

/** Runs attacks, eight at a time. @returns the first hundred faults of the responses */
async function attackAll(attacks: (() => Promise<string[]>)[]): Promise<string[]> {
  const faults: string[] = [];
  const queue = attacks.values();
  const attacker = async () => {
    for (const attack of queue) faults.push(...(await attack()));
  };
  await Promise.all(Array.from({ length: 8 }, attacker));
  return faults.slice(0, 100);
}

/** A harmless client that sends requests for as long as the attack lasts. */
function askSteadily(url: string) {
  let goesOn = true;
  const statuses: number[] = [];
  const asking = (async () => {
    while (goesOn)
      statuses.push((await fetch(`${url}/api/v1/auctions?limit=1&page=${1 + statuses.length}`)).status);
  })();
  return {
    async end() {
      goesOn = false;
      await asking;
      return statuses;
    },
  };
}

describe('hostile input', () => {
  test('hostile values of every parameter get documented responses and do not starve another client', async () => {
    const encoded = [...texts.map(encodeURIComponent), ...brokenEncodings];
    const uses = Object.groupBy(
      describedPaths.flatMap((path) => path.parameters.map(({ name, in: place }) => ({ path, name, place }))),
      ({ name }) => name,
    );
    // All paths parse a parameter with the same code, so that each text is tried on two of its paths.
    const attacks = Object.values(uses).flatMap((places) =>
      encoded.flatMap((text, i) =>
        [0, 1].map((step) => () => {
          const { path, name, place } = places![(i + step) % places!.length]!;
          if (place === 'path') return attack(path.path.replace(`{${name}}`, text));
          const rest = wellAsked(path).replace(new RegExp(`(?<=[?&])${name}=[^&]*`), '');
          return attack(`${rest}&${name}=${text}`, path.path);
        }),
      ),
    );
    expect(attacks.length).toBeGreaterThan(200 * 25);
    const bystander = askSteadily(target.api.url);
    expect(await attackAll(attacks)).toEqual([]);
    const answered = await bystander.end();
    expect(answered.filter((status) => status !== 200)).toEqual([]);
    // As one of nine clients, it gets at least a quarter of its fair share.
    expect(answered.length).toBeGreaterThan(attacks.length / 9 / 4);
  });

  test('hostile parameter names, single or by the thousand, get documented responses', async () => {
    const attacks = describedPaths.flatMap((path) => {
      const at = wellAsked(path);
      const names = [...texts.map(encodeURIComponent), ...brokenEncodings].map((name) => `${name}=1`);
      const many = ['a', '__proto__', 'gem_name', 'page', 'q'].map((name) =>
        `${name}=1&`.repeat(1500).slice(0, 15_000),
      );
      const nested = [
        'gem_name[$ne]=1',
        'gem_name[__proto__][x]=1',
        '[]=1',
        `a${'[a]'.repeat(2000)}=1`,
        '&'.repeat(9000),
      ];
      return [...names, ...many, ...nested].map((query) => () => attack(`${at}&${query}`, path.path));
    });
    expect(await attackAll(attacks)).toEqual([]);
  });

  test('hostile paths, also below /explorer and /docs, get documented responses', async () => {
    const folders = [
      '/',
      '/api/v1/auctions/',
      '/explorer/',
      '/explorer/x/',
      '/docs/',
      '/docs/x/',
      '/api/v1/',
    ];
    const ways = [
      '../package.json',
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '..%5cpackage.json',
      '....//x',
    ];
    const parts = [
      ...texts.map(encodeURIComponent),
      ...brokenEncodings,
      ...ways,
      ...ways.map((way) => way.repeat(9)),
    ];
    const attacks = folders.flatMap((folder) => parts.map((part) => () => attack(`${folder}${part}`)));
    expect(await attackAll(attacks)).toEqual([]);
  });

  test('hostile values of common request headers get documented responses', async () => {
    const names = [
      'Accept Accept-Encoding Accept-Language Authorization Cookie Forwarded From If-Match If-Modified-Since If-None-Match',
      'If-Range Origin Range Referer Upgrade User-Agent Via X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto',
      'X-HTTP-Method-Override X-Original-URL X-Real-IP X-Request-Id X-Rewrite-URL Content-Type Expect Traceparent __proto__',
    ].flatMap((line) => line.split(' '));
    // Values that are invalid in a header are sent too; the server refuses them before it reads the request.
    const values = [
      ...texts,
      `*/*;q=${'9'.repeat(500)}`,
      `${'a/b,'.repeat(2000)}*/*`,
      `${'W/"x",'.repeat(2000)}"`,
    ];
    const attacks = names.flatMap((name) =>
      values.map((value, i) => () => {
        const path = describedPaths[i % describedPaths.length]!;
        const bytes = Buffer.from(value).toString('latin1');
        return attack(wellAsked(path), undefined, [`${name}: ${bytes.replaceAll('\r\n\r\n', '\r\n')}`]);
      }),
    );
    expect(await attackAll(attacks)).toEqual([]);
  });
});

const pages = ['/', '/docs', '/metrics', '/healthz', '/readyz', '/api/v1/openapi.json'];

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
    const addresses = [...describedPaths.map(wellAsked), ...pages].filter(
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
});

describe('the service after the attacks', () => {
  test('hostile texts cost less than 20 times the CPU time of harmless texts of the same length', async () => {
    const cpu = () => target.metric('process_cpu_seconds_total');
    const lists = describedPaths.filter(({ parameters }) => parameters.length > 0);
    const cost = async (make: (name: string) => string) => {
      const start = await cpu();
      for (const path of lists) {
        const names = path.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
        await attackAll(names.map((name) => () => attack(`${wellAsked(path)}&${name}=${make(name)}`)));
      }
      return (await cpu()) - start;
    };
    const harmless = () => 'ruby'.repeat(3000).slice(0, 12_000);
    await cost(harmless);
    const usual = await cost(harmless);
    const bombs = [
      `${'a'.repeat(11_999)}!`,
      `${'0'.repeat(11_999)}x`,
      `1${'.0'.repeat(5999)}x`,
      '+'.repeat(12_000),
    ];
    const more = [
      '%20'.repeat(4000),
      'a%20'.repeat(3000),
      '%22'.repeat(4000),
      ','.repeat(12_000),
      '2020-'.repeat(2400),
    ];
    for (const bomb of [...bombs, ...more]) {
      // A text that triggers catastrophic backtracking would cost a hundred times as much.
      expect(await cost(() => bomb), bomb.slice(0, 20)).toBeLessThan(20 * usual);
    }
  });

  test('the API survives all attacks with less than 400 MB of memory, no error log, and exit code 0', async () => {
    // A leak of one response per request would amount to gigabytes.
    expect(await target.metric('process_resident_memory_bytes')).toBeLessThan(400 * 1024 ** 2);
    expect(await target.metric('gem_api_requests_in_flight')).toBe(1);
    expect(target.api.complaints()).toBe('');
    expect(target.api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(await target.api.stop()).toBe(0);
  });

  test('hostile requests cannot forge log lines', async () => {
    const { log } = target.api;
    const messages = new Set(log.map(({ msg }) => msg));
    const known = [
      'request',
      'a request was rejected before it was read',
      'closed',
      `listening on ${target.api.url}`,
    ];
    expect([...messages].filter((message) => !known.includes(String(message)))).toEqual([]);
    const ids = log.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId);
    expect(ids.length).toBeGreaterThan(10_000);
    expect(ids.filter((id) => !/^[A-Za-z0-9._:-]{1,128}$/.test(String(id)))).toEqual([]);
  });

  test('attacks change nothing in Elasticsearch and Redis', async () => {
    expect(await target.kept()).toEqual(before);
  });
});
