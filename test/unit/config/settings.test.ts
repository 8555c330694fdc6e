import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../../config/settings.ts';

/** What a setting's schema tells its readers. */
interface Described {
  default?: unknown;
  description: string;
}

const described = Object.entries(settings) as unknown as [string, Described][];

it('docs/operations.md has each setting with its default and meaning, and no other', () => {
  const rows = described.map(([name, { default: value, description }]) => {
    const shown = value === undefined ? '' : ` \`${value}\``;
    return `| \`${name}\` |${shown} | ${description} |`;
  });
  const [, section] = readFileSync('docs/operations.md', 'utf8').split('\n## Settings\n');
  const table = section!.split('\n## ')[0]!.split('\n');
  expect(table.filter((line) => line.startsWith('| `'))).toEqual(rows);
});

it('docker-compose.yml sets what the service knows', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
  for (const name of ['api', 'worker']) {
    expect(Object.keys(services[name].environment)).toContain('REDIS_URL');
    for (const setting of Object.keys(services[name].environment)) expect(settings).toHaveProperty(setting);
  }
});
