import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { Redis } from 'ioredis';
import { type RedisUser, readRedisUsers, turnOn } from '../../../deploy/access/redis-users.ts';
import type { Certificates } from './certificates.ts';

/** The Redis of the test run behind TLS, with the users of `deploy/redis/users.acl`. */
export interface GuardedRedis {
  /** The address for a user of `deploy/redis/users.acl`: `rediss://…`, with name and password. */
  urlOf(user: string): string;
  /** The passwords, not encoded for a URL. */
  passwords: string[];
  /** The commands and keys that Redis refused: `command keys` or `key …`. */
  refused(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param indexAlias replaces `auctions` in the rights of the users */
export async function startGuardedRedis(
  target: string,
  indexAlias: string,
  certificates: Certificates,
): Promise<GuardedRedis> {
  const admin = new Redis(target);
  const users = readRedisUsers()
    .filter(({ name }) => name.startsWith('gem-auctions-'))
    .map((user) => userOf(user, indexAlias));
  for (const { name, rules } of users) await admin.call('ACL', 'SETUSER', name, ...rules);

  const { hostname, port } = new URL(target);
  const server = createServer(certificates.server, (client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    client.on('error', () => undefined).on('close', () => upstream.destroy());
    upstream.on('error', () => undefined).on('close', () => client.destroy());
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const find = (given: string) => users.find((user) => user.givenName === given)!;
  return {
    urlOf: (given) => `rediss://${find(given).name}:${encodeURIComponent(find(given).password)}@${host}`,
    passwords: users.map(({ password }) => password),
    async refused() {
      const entries = (await admin.call('ACL', 'LOG', '128')) as string[][];
      const facts = entries.map((entry) =>
        Object.fromEntries(Array.from({ length: entry.length / 2 }, (_, i) => entry.slice(2 * i, 2 * i + 2))),
      );
      const names = new Set(users.map(({ name }) => name));
      return facts
        .filter(({ username }) => names.has(username))
        .map(({ reason, object, username }) => `${username}: ${reason} ${object}`);
    },
    async close() {
      server.close();
      for (const { name } of users) await admin.call('ACL', 'DELUSER', name);
      admin.disconnect();
    },
  };
}

/** Creates a user with a new name and password, and the rights from the file. */
function userOf(user: RedisUser, indexAlias: string) {
  // These characters must be encoded in a URL.
  const password = `s3cret/${randomBytes(9).toString('hex')}@:#%`;
  const rules = turnOn(user, password).map((rule) => rule.replace(/(?<=[:~&])auctions/, indexAlias));
  return { givenName: user.name, name: `${user.name}-${indexAlias}`, password, rules };
}
