import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { grantAccess } from '../../../deploy/access/grant-access.ts';
import { formatAclFile, readRedisUsers } from '../../../deploy/access/redis-users.ts';
import { anyFreePorts } from '../../../local/process/ports.ts';
import { findRedis } from '../../../local/redis/find-redis.ts';
import { type GuardedEngine, startGuardedEngine } from '../../support/access/guarded-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-'));
const passwords: Record<string, string> = Object.fromEntries(
  ['elastic', 'operator', 'api', 'worker', 'other'].map((name) => [name, randomBytes(12).toString('hex')]),
);

let engine: GuardedEngine;
let redisHost: string;
let stopRedis: () => Promise<unknown>;

beforeAll(async () => {
  engine = await startGuardedEngine({
    target: inject('elasticsearchUrl').split(',')[0]!,
    roles: {},
    administrator: `elastic:${passwords.elastic}`,
  });
  await startRedisWith({ 'gem-auctions-operator': passwords.operator! });
});
afterAll(async () => {
  await stopRedis?.();
  await engine?.close();
  rmSync(folder, { recursive: true });
});

/** A Redis with only the users of the shipped file; those with a password are enabled. */
async function startRedisWith(given: Record<string, string>): Promise<void> {
  const file = join(folder, 'users.acl');
  writeFileSync(file, formatAclFile(readRedisUsers(), given));
  const { LOCAL_DIR } = readSettings(['LOCAL_DIR'], process.env);
  const program = await findRedis(join(LOCAL_DIR, 'build'), () => undefined);
  const [port] = await anyFreePorts(1);
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--aclfile',
    file,
    '--save',
    '',
    '--appendonly',
    'yes',
    '--dir',
    folder,
  ];
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  stopRedis = () => {
    const ended = once(child, 'exit');
    child.kill();
    return ended;
  };
  let output = '';
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    output += part;
    if (output.includes('Ready to accept connections')) break;
  }
  // The output is read, because an unread pipe would fill up.
  child.stdout.resume();
  redisHost = `127.0.0.1:${port}`;
}

const elasticsearchUrl = (user: string, password: string) =>
  engine.url.replace('//', `//${user}:${password}@`);
const redisUrl = (user: string, password: string) => `redis://${user}:${password}@${redisHost}`;

const environment = (changes: Record<string, string> = {}) => ({
  ADMIN_ELASTICSEARCH_URL: elasticsearchUrl('elastic', passwords.elastic!),
  ADMIN_REDIS_URL: redisUrl('gem-auctions-operator', passwords.operator!),
  API_ELASTICSEARCH_URL: elasticsearchUrl('gem-auctions-api', passwords.api!),
  API_REDIS_URL: redisUrl('gem-auctions-api', passwords.api!),
  WORKER_ELASTICSEARCH_URL: elasticsearchUrl('gem-auctions-ingest', passwords.worker!),
  WORKER_REDIS_URL: redisUrl('gem-auctions-ingest', passwords.worker!),
  ...changes,
});

/** The reply of Redis to this user, or the reason of its refusal. */
async function askRedis(user: string, password: string, ...command: string[]): Promise<unknown> {
  const redis = new Redis(redisUrl(user, password), {
    ...{ lazyConnect: true, disableClientInfo: true, retryStrategy: null, enableReadyCheck: false },
  });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    return await redis.call(command[0]!, ...command.slice(1)).catch((error: Error) => error.message);
  } catch (error) {
    return (reason ?? (error as Error)).message;
  } finally {
    redis.disconnect();
  }
}

async function askEngine(user: string, password: string, method: string, path: string): Promise<number> {
  const headers = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
  return (await fetch(engine.url + path, { method, headers })).status;
}

describe('a Redis with an append-only file', () => {
  test('a restart keeps what scripts have written, though the default user is off', async () => {
    const operator = ['gem-auctions-operator', passwords.operator!] as const;
    const script = "redis.call('SET', 'one', 1) redis.call('SET', 'two', 2)";
    await askRedis(...operator, 'EVAL', script, '0');
    await stopRedis();
    await startRedisWith({ 'gem-auctions-operator': passwords.operator! });
    expect(await askRedis(...operator, 'MGET', 'one', 'two')).toEqual(['1', '2']);
    expect(await askRedis('default', '', 'PING')).toMatch(/WRONGPASS|NOAUTH/);
    await askRedis(...operator, 'FLUSHDB');
  });
});

describe('granting access', () => {
  test('a changed password replaces the old one, which is then refused', async () => {
    await grantAccess(
      environment({
        API_ELASTICSEARCH_URL: elasticsearchUrl('gem-auctions-api', passwords.other!),
        API_REDIS_URL: redisUrl('gem-auctions-api', passwords.other!),
      }),
    );
    expect(await askRedis('gem-auctions-api', passwords.api!, 'PING')).toMatch(/WRONGPASS/);
    expect(await askRedis('gem-auctions-api', passwords.other!, 'PING')).toBe('PONG');
    expect(await askEngine('gem-auctions-api', passwords.api!, 'GET', '/auctions/_search')).toBe(401);
    expect(await askEngine('gem-auctions-api', passwords.other!, 'GET', '/auctions/_search')).not.toBe(401);
  });

  test('a program changes from one user to another while both have access', async () => {
    const second = {
      API_ELASTICSEARCH_URL: elasticsearchUrl('gem-auctions-api-2', passwords.other!),
      API_REDIS_URL: redisUrl('gem-auctions-api-2', passwords.other!),
    };
    await grantAccess(environment());
    await grantAccess(environment(second));
    const users: [string, string][] = [
      ['gem-auctions-api', passwords.api!],
      ['gem-auctions-api-2', passwords.other!],
    ];
    for (const [name, password] of users) {
      expect(await askRedis(name, password, 'GET', 'gem-auctions:auctions:rate:a')).toBe(null);
      expect(await askRedis(name, password, 'GET', 'bull:auctions-imports:meta')).toMatch(/NOPERM/);
      expect([401, 403]).not.toContain(await askEngine(name, password, 'GET', '/auctions/_search'));
      expect(await askEngine(name, password, 'GET', '/auctions-imports/_search')).toBe(403);
    }
  });

  test('a message names what is missing or refused, and contains no password', async () => {
    await expect(grantAccess(environment({ API_ELASTICSEARCH_URL: engine.url }))).rejects.toThrow(
      'API_ELASTICSEARCH_URL needs a name and a password.',
    );
    const wrong = environment({ ADMIN_ELASTICSEARCH_URL: elasticsearchUrl('elastic', passwords.other!) });
    await expect(grantAccess(wrong)).rejects.toThrow(/security_exception/);
    const refused = environment({ ADMIN_REDIS_URL: redisUrl('gem-auctions-operator', passwords.other!) });
    await expect(grantAccess(refused)).rejects.toThrow(/WRONGPASS/);
    for (const settings of [wrong, refused]) {
      const error: Error = await grantAccess(settings).then(
        () => new Error(''),
        (caught) => caught,
      );
      expect(error.message).not.toContain(passwords.other);
    }
  });
});
