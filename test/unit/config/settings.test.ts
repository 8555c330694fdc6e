import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../api/config.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { settings } from '../../../config/settings.ts';

/** The documented properties of a setting's schema. */
interface Described {
  default?: unknown;
  description: string;
}

const described = Object.entries(settings) as unknown as [string, Described][];

it('docs/operations/configuration.md lists every setting with default and meaning, and no other', () => {
  const rows = described.map(([name, { default: value, description }]) => {
    const shown = value === undefined ? '' : ` \`${value}\``;
    return `| \`${name}\` |${shown} | ${description} |`;
  });
  const [, section] = readFileSync('docs/operations/configuration.md', 'utf8').split('\n## Settings\n');
  const table = section!.split('\n## ')[0]!.split('\n');
  expect(table.filter((line) => line.startsWith('| `'))).toEqual(rows);
});

it('.env.example lists every setting that .env may change for docker-compose.yml, with default and meaning', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
  const interpolated = ['PORT', 'OPERATIONS_PORT', 'WORKER_PORT'];
  const fixed = ['api', 'worker']
    .flatMap((name) =>
      Object.keys(services[name].environment).map((key) => key.replace(/_URL_FILE$/, '_URL')),
    )
    .filter((name) => !interpolated.includes(name));
  // Of the local engine, of servers that the file starts, and of compose.store.yaml.
  const elsewhere = /^(ELASTICSEARCH_(API_KEY|CA_FILE|PORT|HEAP)|REDIS_(CA_FILE|PORT)|IMPORT_ROOT|S3_.*)$/;
  const expected = described
    .filter(([name]) => !fixed.includes(name) && !elsewhere.test(name))
    .map(([name, { default: value = '', description }]) => `# ${description}\n#${name}=${value}`);
  const [, ...listed] = readFileSync('.env.example', 'utf8').trim().split('\n\n');
  expect(listed).toEqual(expected);
  for (const name of ['api', 'worker'])
    expect(services[name].env_file).toEqual([{ path: '.env', required: false }]);
});

describe('the hosts of photos', () => {
  it('they are separated by commas, and may have ports', () => {
    const IMAGE_HOSTS = 'images.example.com,localhost:8443';
    expect(readConfig({ IMAGE_HOSTS }).imageHosts).toEqual(['images.example.com', 'localhost:8443']);
  });

  it.each([
    'https://x.org',
    'x.org/a',
    '*',
    '*.x.org',
    'x.org;script-src *',
    "'self'",
    'a.org b.org',
    'a.org,',
    'x"y',
  ])('the text %j is refused, because it is not a list of hosts', (IMAGE_HOSTS) => {
    expect(() => readConfig({ IMAGE_HOSTS })).toThrow(/IMAGE_HOSTS=.*Allowed: such as images\.example\.com/);
  });
});

describe('settings that may hold a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = join(folder, 'redis-url');
  writeFileSync(file, 'redis://api:s3cret@redis:6379\n');
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (environment: NodeJS.ProcessEnv) => readSettings(['REDIS_URL', 'PORT'], environment);

  it('a secret is read from the file named by its _FILE setting', () => {
    expect(read({ REDIS_URL_FILE: file }).REDIS_URL).toBe('redis://api:s3cret@redis:6379');
    expect(read({ REDIS_URL_FILE: '' }).REDIS_URL).toBe('redis://127.0.0.1:6379');
  });

  it('a secret is refused when its file is unreadable, or when value and file are both set', () => {
    expect(() => read({ REDIS_URL_FILE: join(folder, 'none') })).toThrow(
      'none": the file cannot be read (ENOENT).',
    );
    expect(() => read({ REDIS_URL_FILE: file, REDIS_URL: 'redis://other' })).toThrow(
      'REDIS_URL and REDIS_URL_FILE are both set. Set one of them.',
    );
  });

  it('the user and the password in a URL are never shown', () => {
    const S3_ENDPOINT = 'https://me:s3cret/@more@store.example.com:9000/path';
    expect(() => readSettings(['S3_ENDPOINT'], { S3_ENDPOINT })).toThrow(
      /^(?!.*(me:|s3cret|more)).*S3_ENDPOINT="https:\/\/…@store\.example\.com:9000\/path"/s,
    );
  });

  it('a secret from a file is validated and never shown', () => {
    writeFileSync(join(folder, 'bad'), 'api:s3cret@redis');
    expect(() => read({ REDIS_URL_FILE: join(folder, 'bad') })).toThrow(
      /^(?!.*s3cret).*REDIS_URL=\(not shown/s,
    );
  });
});
