import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const usersFile = join(import.meta.dirname, '../redis/users.acl');

/** A user of Redis as an ACL rule set: off, and without a password. */
export interface RedisUser {
  name: string;
  rules: string[];
}

/** The users of `deploy/redis/users.acl`. */
export function readRedisUsers(): RedisUser[] {
  return readFileSync(usersFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('user '))
    .map((line) => {
      const [, name = '', ...rules] = line.split(' ');
      return { name, rules };
    });
}

/** The rules that turn a user on under this password, of which Redis gets only the hash. */
export function turnOn({ rules }: RedisUser, password: string): string[] {
  const hash = createHash('sha256').update(password).digest('hex');
  return ['reset', ...rules.map((rule) => (rule === 'off' ? 'on' : rule)), `#${hash}`];
}

/**
 * An ACL file for Redis 6.2 and newer.
 * @param passwords by user; a user without a password stays off
 */
export function formatAclFile(users: RedisUser[], passwords: Record<string, string>): string {
  const lines = users.map((user) => {
    const password = passwords[user.name];
    return `user ${user.name} ${(password ? turnOn(user, password) : user.rules).join(' ')}`;
  });
  return `${lines.join('\n')}\n`;
}
