import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAclFile, readRedisUsers } from './redis-users.ts';

/** Names of the users and of the files with their passwords. */
const names = [
  ...(['elastic', 'api', 'ingest'] as const),
  ...(['redis-operator', 'redis-api', 'redis-ingest'] as const),
];

type Passwords = Record<(typeof names)[number], string>;

/** Where docker-compose.yml mounts one volume for each container. */
const root = '/credentials';

/** The user that Elasticsearch and the service run as in their images. */
const imageUser = 1000;

if (import.meta.main) {
  writeCredentials(root, imageUser);
  // A new volume belongs to root.
  chownSync('/snapshots', imageUser, 0);
}

/**
 * Writes what each container of docker-compose.yml needs to reach Elasticsearch and Redis, into one folder for each
 * container. Passwords are made at the first run and stay.
 * @param user owner of the files that Elasticsearch and the programs read
 */
export function writeCredentials(folder: string, user: number): void {
  const passwords = keepPasswords(join(folder, 'all/passwords.json'));
  const write = (path: string, content: string, mode: number, owner?: number) =>
    writeWhole(join(folder, path), content, mode, owner);

  // Elasticsearch's image takes a password file that its owner alone can read.
  write('elasticsearch/password', passwords.elastic, 0o400, user);

  const acl = formatAclFile(readRedisUsers(), {
    'gem-auctions-operator': passwords['redis-operator'],
    'gem-auctions-api': passwords['redis-api'],
    'gem-auctions-ingest': passwords['redis-ingest'],
  });
  write('redis/users.acl', acl, 0o444);
  write('redis/operator-password', passwords['redis-operator'], 0o400);

  const addresses = (container: string, elasticsearchUser: string, redisUser: string) => {
    write(`${container}/elasticsearch-url`, `http://${elasticsearchUser}@elasticsearch:9200`, 0o400, user);
    write(`${container}/redis-url`, `redis://${redisUser}@redis:6379`, 0o400, user);
  };
  addresses('admin', `elastic:${passwords.elastic}`, `gem-auctions-operator:${passwords['redis-operator']}`);
  for (const [container, role] of [
    ['api', 'api'],
    ['worker', 'ingest'],
  ] as const) {
    const name = `gem-auctions-${role}`;
    addresses(container, `${name}:${passwords[role]}`, `${name}:${passwords[`redis-${role}`]}`);
  }
}

/** The passwords of earlier runs, and new ones for users that have none. */
function keepPasswords(file: string): Passwords {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const made = names.map((name) => [name, kept[name] ?? randomBytes(24).toString('base64url')]);
  const passwords = Object.fromEntries(made) as Passwords;
  writeWhole(file, JSON.stringify(passwords), 0o400);
  return passwords;
}

/** Exchanges the file in one step: nobody reads a half of it. */
function writeWhole(file: string, content: string, mode: number, owner?: number): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, content, { mode });
  if (owner !== undefined) chownSync(unfinished, owner, owner);
  renameSync(unfinished, file);
}
