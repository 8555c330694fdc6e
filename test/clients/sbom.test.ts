import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

interface Component {
  group?: string;
  name: string;
  version: string;
  licenses?: unknown[];
  components?: Component[];
}
const flat = (components: Component[]): Component[] =>
  components.flatMap((component) => [component, ...flat(component.components ?? [])]);
const nameOf = ({ group, name, version }: Component) => `${group ? `${group}/` : ''}${name}@${version}`;

test('npm run sbom lists every package of the service with its license, and none of development', () => {
  execFileSync('npm', ['run', 'sbom']);
  const text = readFileSync('.local/sbom.cdx.json', 'utf8');
  const bill = JSON.parse(text);
  const listed = flat(bill.components);
  const { dependencies, devDependencies } = read('package.json');
  const locked: [string, { version: string; dev?: boolean; link?: boolean }][] = Object.entries(
    read('package-lock.json').packages,
  );
  const shipped = locked.filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link);
  const names = new Set(listed.map(nameOf));
  const expected = shipped.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  expect(expected.length).toBeGreaterThan(Object.keys(dependencies).length);
  expect(expected.filter((name) => !names.has(name))).toEqual([]);
  for (const name of ['vitest', 'testcontainers', '@biomejs/biome']) {
    expect(names).not.toContain(`${name}@${devDependencies[name]}`);
  }
  expect(listed.filter(({ licenses }) => !licenses?.length).map(nameOf)).toEqual([]);
  // The same lock file gives the same text everywhere.
  expect(text).not.toMatch(/\/(home|work|tmp|usr)\/|timestamp|serialNumber/);
});
