import { dirname, posix } from 'node:path';

/** The used part of `package-lock.json`. */
export interface PackageLock {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  name?: string;
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * The packages with which the service runs, as CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/. It depends only on the
 * lock file, so that the same lock gives the same text, without a time, a serial number or the name of a machine.
 * `npm sbom` is not used: with `--omit=dev` npm 11 omits packages that development needs too (ajv, yaml, 56 in all), and it
 * adds a time.
 */
export function billOfMaterials(lock: PackageLock) {
  const shipped = Object.entries(lock.packages).filter(([path, locked]) => isShipped(path, locked));
  const byReference = new Map(shipped.map(([path, locked]) => [purl(path, locked), { path, locked }]));
  const component = { type: 'application', name: lock.name, version: lock.version, 'bom-ref': lock.name };
  const ofProject = dependenciesOf('', lock.packages['']!, lock);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component, licenses: [{ license: { id: 'Apache-2.0' } }] } },
    components: [...byReference].map(([reference, { path, locked }]) => describe(reference, path, locked)),
    dependencies: [
      { ref: lock.name, dependsOn: ofProject },
      ...[...byReference].map(([ref, { path, locked }]) => ({
        ref,
        dependsOn: dependenciesOf(path, locked, lock),
      })),
    ],
  };
}

/** Excludes folders of the project itself, which npm links among the packages. */
const isShipped = (path: string, { dev, link }: LockedPackage) =>
  path.startsWith('node_modules/') && !dev && !link;

function describe(
  reference: string,
  path: string,
  { version, integrity, license, optional, ...locked }: LockedPackage,
) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(locked.name ?? nameAt(path))!;
  return {
    type: 'library',
    'bom-ref': reference,
    ...(group && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(license && {
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl: reference,
    ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
  };
}

const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function purl(path: string, { name = nameAt(path), version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** `sha512-…` in base64 as the standard writes it. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

/** The packages that Node would load for the names that a package depends on: the nearest on the way up. */
function dependenciesOf(path: string, locked: LockedPackage, lock: PackageLock): string[] {
  const names = Object.keys({
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
  });
  const found = names.map((name) => nearest(path, name, lock)).filter((at) => at !== undefined);
  return [
    ...new Set(
      found.filter((at) => isShipped(at, lock.packages[at]!)).map((at) => purl(at, lock.packages[at]!)),
    ),
  ].sort();
}

function nearest(from: string, name: string, lock: PackageLock): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const at = posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    if (at in lock.packages) return at;
    if (folder === '.' || folder === '') return undefined;
  }
}
