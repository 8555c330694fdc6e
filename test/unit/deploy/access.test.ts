import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeCredentials } from '../../../deploy/access/write-credentials.ts';

const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const files = [
  ...['all/passwords.json', 'elasticsearch/password', 'redis/operator-password', 'redis/users.acl'],
  ...['admin', 'api', 'worker'].flatMap((name) => [`${name}/elasticsearch-url`, `${name}/redis-url`]),
];

describe('credentials of the compose file', () => {
  it('credentials are created once, different for each user, and readable only by their owner', () => {
    writeCredentials(folder, process.getuid!());
    const first = files.map(read);
    writeCredentials(folder, process.getuid!());
    expect(files.map(read)).toEqual(first);

    const passwords = Object.values<string>(JSON.parse(read('all/passwords.json')));
    expect(new Set(passwords).size).toBe(6);
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/);
    for (const file of files) {
      const mode = statSync(join(folder, file)).mode & 0o777;
      expect(mode, file).toBe(file === 'redis/users.acl' ? 0o444 : 0o400);
    }
  });
});
