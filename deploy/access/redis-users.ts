import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const usersFile = join(import.meta.dirname, '../redis/users.acl');

/** The ACL rules of a Redis user that is off and has no password. */
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

/** The rules that enable a user with this password; Redis gets only its hash. */
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
