import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Certificates, makeCertificates } from '../../support/access/certificates.ts';
import { formsOf } from '../../support/access/forms-of-secrets.ts';
import { type GuardedEngine, startGuardedEngine } from '../../support/access/guarded-engine.ts';
import { type GuardedRedis, startGuardedRedis } from '../../support/access/guarded-redis.ts';
import { readRole } from '../../support/access/role.ts';
import { type WatchedProcess, watchProcess } from '../../support/access/watched-process.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { runCli } from '../../support/run-cli.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

const apiKey = randomBytes(24).toString('base64');
const wrong = `wr0ng-${randomBytes(9).toString('hex')}`;

let index: TestIndex;
let certificates: Certificates;
let engine: GuardedEngine;
let redis: GuardedRedis;
let good: Record<string, string>;
const started: WatchedProcess[] = [];
const readable: string[] = [];

beforeAll(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
  certificates = await makeCertificates();
  const roles = { [apiKey]: readRole('gem-auctions-api', index.alias) };
  engine = await startGuardedEngine({
    target: inject('elasticsearchUrl').split(',')[0]!,
    roles,
    certificates,
  });
  redis = await startGuardedRedis(inject('redisUrl'), index.alias, certificates);
  good = {
    INDEX_ALIAS: index.alias,
    LOG_LEVEL: 'trace',
    PORT: '0',
    WORKER_PORT: '0',
    ELASTICSEARCH_URL: engine.url,
    ELASTICSEARCH_API_KEY: apiKey,
    ELASTICSEARCH_CA_FILE: certificates.caFile,
    REDIS_URL: redis.urlOf('gem-auctions-api'),
    REDIS_CA_FILE: certificates.caFile,
  };
});
afterEach(async () => {
  for (const process of started.splice(0)) {
    await process.stop();
    readable.push(process.output());
  }
});
afterAll(async () => {
  await redis?.close();
  await engine?.close();
  await certificates?.remove();
  await index?.remove();
});

function start(file: string, settings: Record<string, string>): WatchedProcess {
  const process = watchProcess(file, { ...good, ...settings });
  started.push(process);
  return process;
}

async function startApi(settings: Record<string, string>) {
  const api = start('api/server.js', settings);
  const [, url] = await api.says(/"url":"(http:[^"]+)"/);
  return { api, url };
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const text = await response.text();
  readable.push(text, JSON.stringify([...response.headers]));
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

const otherUser = (url: string) => url.replace(/:[^:@]+@/, `:${wrong}@`);

describe('the API', () => {
  test('the API with valid credentials answers 200 and reports Redis as ready', async () => {
    const { url } = await startApi({});
    expect((await ask(`${url}/api/v1/auctions`)).status).toBe(200);
    await expect.poll(async () => (await ask(`${url}/readyz`)).body.data.redis).toBe('ready');
  });

  const faults: [fault: string, settings: () => Record<string, string>, cause: RegExp][] = [
    ['a wrong key', () => ({ ELASTICSEARCH_API_KEY: wrong }), /unable to authenticate/],
    [
      'a wrong password',
      () => ({ ELASTICSEARCH_API_KEY: '', ELASTICSEARCH_URL: engine.url.replace('//', `//api:${wrong}@`) }),
      /unable to authenticate/,
    ],
    ['no key', () => ({ ELASTICSEARCH_API_KEY: '' }), /unable to authenticate/],
    [
      'a role that lacks a right',
      () => ({ INDEX_ALIAS: 'other' }),
      /action \[indices:admin\/get\] is unauthorized/,
    ],
    ['no authority to trust', () => ({ ELASTICSEARCH_CA_FILE: '' }), /unable to verify|self-signed/],
  ];
  test.for(faults)(
    'the API with %s for Elasticsearch answers 503 and logs the cause',
    async ([, settings, cause]) => {
      const { api, url } = await startApi(settings());
      for (const path of ['/api/v1/auctions', '/api/v1/stats', '/readyz']) {
        const { status, headers, body } = await ask(`${url}${path}`);
        expect([status, body.error.code]).toEqual([503, 'unavailable']);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        const message =
          path === '/readyz'
            ? /^Elasticsearch (refuses this service|cannot be reached)\.$/
            : /^The data is temporarily unavailable\./;
        expect(body.error.message).toMatch(message);
        expect(JSON.stringify(body)).not.toMatch(/security_exception|unauthorized|certificate|localhost/);
      }
      await api.says(new RegExp(`"cause":"[^"]*(${cause.source})`));
    },
  );

  test.for([
    ['a wrong password', () => ({ REDIS_URL: otherUser(redis.urlOf('gem-auctions-api')) }), /WRONGPASS/],
    [
      'no password',
      () => ({ REDIS_URL: redis.urlOf('gem-auctions-api').replace(/\/\/.*@/, '//nobody:x@') }),
      /WRONGPASS/,
    ],
    ['no authority to trust', () => ({ REDIS_CA_FILE: '' }), /unable to verify|self-signed/],
  ] as [string, () => Record<string, string>, RegExp][])(
    'the API with %s for Redis still answers 200 and logs the cause',
    async ([, settings, cause]) => {
      const { api, url } = await startApi(settings());
      expect((await ask(`${url}/api/v1/auctions`)).status).toBe(200);
      expect((await ask(`${url}/readyz`)).body.data).toMatchObject({ status: 'ready', redis: 'away' });
      await api.says(new RegExp(`"cause":"[^"]*(${cause.source})[^"]*","msg":"Redis cannot be used"`));
    },
  );
});

describe('the worker', () => {
  const settings = { ELASTICSEARCH_API_KEY: wrong, DASHBOARD_USER: 'operator', DASHBOARD_PASSWORD: wrong };

  test('a worker with a wrong Elasticsearch key answers 503 with the reason at /readyz', async () => {
    const worker = start('ingest/worker.ts', { ...settings, REDIS_URL: redis.urlOf('gem-auctions-ingest') });
    const [, url] = await worker.says(/"url":"(http:[^"]+)","msg":"operations/);
    await worker.says(/worker ready/);
    const { status, body } = await ask(`${url}/readyz`);
    expect([status, body.elasticsearch, body.redis]).toEqual([503, 'refuses this service', 'ok']);
    expect(
      (await fetch(`${url}/queues`, { headers: { Authorization: `Basic ${btoa('operator:no')}` } })).status,
    ).toBe(401);
  });

  test('a worker with a wrong Redis password logs the error', async () => {
    const worker = start('ingest/worker.ts', {
      ...settings,
      REDIS_URL: otherUser(redis.urlOf('gem-auctions-ingest')),
    });
    await worker.says(/WRONGPASS/);
  });
});

describe('the command line', () => {
  const run = async (args: string[], settings: Record<string, string>) => {
    const result = await runCli(args, { ...good, ...settings });
    readable.push(result.stdout, result.stderr);
    return result;
  };

  test('the command line names the server that refuses its credentials and exits with 1', async () => {
    const key = await run(['imports'], {
      ELASTICSEARCH_API_KEY: wrong,
      REDIS_URL: redis.urlOf('gem-auctions-ingest'),
    });
    expect([key.code, key.stderr]).toEqual([
      1,
      expect.stringMatching(/^Elasticsearch cannot be reached at https:.*\n?.*security_exception/),
    ]);
    const password = await run(['imports'], { REDIS_URL: otherUser(redis.urlOf('gem-auctions-ingest')) });
    expect([password.code, password.stderr]).toEqual([
      1,
      expect.stringMatching(/^Redis cannot be reached at rediss:\/\/…@localhost:\d+: .*WRONGPASS/),
    ]);
    const authority = await run(['imports'], { REDIS_CA_FILE: '' });
    expect([authority.code, authority.stderr]).toEqual([
      1,
      expect.stringMatching(/self-signed|unable to verify/),
    ]);
  });
});

describe('settings that cannot be used', () => {
  const bad: [name: string, value: string][] = [
    ['ELASTICSEARCH_URL', `elastic:${wrong}@es.test`],
    ['ELASTICSEARCH_URL', `https://elastic:${wrong}@[es`],
    ['ELASTICSEARCH_API_KEY', `ApiKey ${wrong}`],
    ['REDIS_URL', `redis-without-scheme:${wrong}@redis.test`],
    ['REDIS_URL', `redis://:${wrong}/x@redis.test:6379`],
    ['ELASTICSEARCH_CA_FILE', '/nowhere/ca.pem'],
    ['REDIS_CA_FILE', 'package.json'],
  ];
  // All programs read settings with the same code, so that each bad setting is tried with one program.
  const programs = [
    (settings: Record<string, string>) => endOf(start('api/server.js', settings)),
    (settings: Record<string, string>) => endOf(start('ingest/worker.ts', settings)),
    async (settings: Record<string, string>) => {
      const { code, stdout, stderr } = await runCli(['imports'], { ...good, ...settings });
      return { code, output: stdout + stderr };
    },
  ];
  test.for(bad.map((setting, i) => [...setting, programs[i % 3]!] as const))(
    'a program with an invalid %s exits with 1 and names the setting',
    async ([name, value, run]) => {
      const { code, output } = await run({ [name]: value });
      readable.push(output);
      expect(code, output).toBe(1);
      expect(output).toContain(`  ${name}=`);
    },
  );

  const endOf = async (process: WatchedProcess) => ({ code: await process.ended, output: process.output() });
});

test('no response, log or command output of these tests contains a secret', () => {
  const text = readable.join('\n');
  expect(text.length).toBeGreaterThan(10_000);
  expect(formsOf([apiKey, wrong, ...redis.passwords]).filter((form) => text.includes(form))).toEqual([]);
});
