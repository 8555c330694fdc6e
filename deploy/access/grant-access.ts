import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { clientOptions, redisOptions } from '../../config/clients.ts';
import { readSettings } from '../../config/read-settings.ts';
import { readRedisUsers, turnOn } from './redis-users.ts';

/*
 * Creates the users of the API and the worker, with the roles of deploy/elasticsearch and the rules
 * of deploy/redis. It may run again at any time.
 *
 *   ADMIN_ELASTICSEARCH_URL, ADMIN_REDIS_URL           with a user who may create users
 *   API_ELASTICSEARCH_URL, API_REDIS_URL               with the name and the password of the API
 *   WORKER_ELASTICSEARCH_URL, WORKER_REDIS_URL         and the worker
 *
 * Each may be in a file (ADMIN_ELASTICSEARCH_URL_FILE), and ADMIN_…_CA_FILE names authorities. Without ADMIN_REDIS_URL
 * the users of Redis are not changed. An address with another name and password adds a user beside the former one, so
 * that programs can change from one to the other.
 */

/** The role and the rules of each user. */
const holders = {
  API: 'gem-auctions-api',
  WORKER: 'gem-auctions-ingest',
} as const;

const rolesFolder = join(import.meta.dirname, '../elasticsearch/roles');

if (import.meta.main) {
  try {
    await grantAccess(process.env);
  } catch (error) {
    console.error(`Access could not be granted: ${(error as Error).message}`);
    process.exit(1);
  }
}

/** @throws Error when an address has no name or no password, or a server refuses the administrator */
export async function grantAccess(environment: NodeJS.ProcessEnv): Promise<void> {
  await grantInElasticsearch(environment);
  console.log('Elasticsearch: created the users and their roles.');
  const { REDIS_URL, REDIS_URL_FILE } = withoutPrefix('ADMIN_', environment);
  if (!REDIS_URL && !REDIS_URL_FILE) return;
  await grantInRedis(environment);
  console.log('Redis: created the users and their rules.');
}

async function grantInElasticsearch(environment: NodeJS.ProcessEnv): Promise<void> {
  const names = ['ELASTICSEARCH_URL', 'ELASTICSEARCH_API_KEY', 'ELASTICSEARCH_CA_FILE'] as const;
  const admin = readSettings(names, withoutPrefix('ADMIN_', environment));
  const client = new Client(
    clientOptions({
      urls: admin.ELASTICSEARCH_URL.split(','),
      apiKey: admin.ELASTICSEARCH_API_KEY,
      caFile: admin.ELASTICSEARCH_CA_FILE,
    }),
  );
  try {
    for (const [holder, role] of Object.entries(holders)) {
      const { ELASTICSEARCH_URL } = readSettings(
        ['ELASTICSEARCH_URL'],
        withoutPrefix(`${holder}_`, environment),
      );
      const { username, password } = credentialsOf(`${holder}_ELASTICSEARCH_URL`, ELASTICSEARCH_URL);
      await client.security.putRole({
        name: role,
        ...JSON.parse(readFileSync(join(rolesFolder, `${role}.json`), 'utf8')),
      });
      await client.security.putUser({ username, password, roles: [role] });
    }
  } finally {
    await client.close();
  }
}

async function grantInRedis(environment: NodeJS.ProcessEnv): Promise<void> {
  const admin = readSettings(['REDIS_URL', 'REDIS_CA_FILE'], withoutPrefix('ADMIN_', environment));
  const redis = new Redis(admin.REDIS_URL, {
    ...redisOptions(admin.REDIS_CA_FILE),
    lazyConnect: true,
    retryStrategy: null,
  });
  // The reason of a failed connection comes as an event.
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect().catch((error) => Promise.reject(reason ?? error));
    const users = readRedisUsers();
    for (const [holder, name] of Object.entries(holders)) {
      const { REDIS_URL } = readSettings(['REDIS_URL'], withoutPrefix(`${holder}_`, environment));
      const { username, password } = credentialsOf(`${holder}_REDIS_URL`, REDIS_URL);
      const rules = turnOn(users.find((user) => user.name === name)!, password);
      await redis.call('ACL', 'SETUSER', username, ...rules);
    }
  } finally {
    redis.disconnect();
  }
}

/** The variables that begin with a prefix, without it. */
function withoutPrefix(prefix: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

function credentialsOf(setting: string, addresses: string): { username: string; password: string } {
  const { username, password } = new URL(addresses.split(',')[0]!);
  if (!username || !password) throw new Error(`${setting} needs a name and a password.`);
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
