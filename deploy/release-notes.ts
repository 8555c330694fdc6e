import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** The version of this state of the project in each file that has it, such as `{'package.json': '1.0.0', …}`. */
export function versions(): Record<string, string> {
  const chart = parse(text('deploy/helm/gem-auctions/Chart.yaml'));
  return {
    'package.json': JSON.parse(text('package.json')).version,
    'package-lock.json': JSON.parse(text('package-lock.json')).version,
    'docs/openapi.json': JSON.parse(text('docs/openapi.json')).info.version,
    'clients/typescript/package.json': JSON.parse(text('clients/typescript/package.json')).version,
    'deploy/helm/gem-auctions/Chart.yaml, version': chart.version,
    'deploy/helm/gem-auctions/Chart.yaml, appVersion': chart.appVersion,
    'CITATION.cff': parse(text('CITATION.cff')).version,
    'CHANGELOG.md': /^## (\d+\.\d+\.\d+)/m.exec(text('CHANGELOG.md'))![1]!,
  };
}

/**
 * The notes of a release: what the newest section of the changelog says.
 * @throws if a version differs from that of the tag, or the section has no date yet.
 */
export function releaseNotes(tag: string, changelog: string, found: Record<string, string>): string {
  const others = Object.entries(found).filter(([, version]) => `v${version}` !== tag);
  if (others.length > 0) {
    const list = others.map(([file, version]) => `${file} has ${version}`);
    throw new Error(`The tag is ${tag}, but ${list.join(', ')}. Set every version to ${tag.slice(1)}.`);
  }
  const [heading, ...lines] = changelog.split(/^(?=## )/m)[1]!.split('\n');
  if (!/^## \S+ – \d{4}-\d{2}-\d{2}$/.test(heading!))
    throw new Error(`CHANGELOG.md: "${heading}" has no date. Write "## ${tag.slice(1)} – YYYY-MM-DD".`);
  return `${lines.join('\n').trim()}\n`;
}

/** `node deploy/release-notes.ts v1.0.0` checks that all versions agree with a tag, and prints the notes of its release. */
if (import.meta.main) {
  process.stdout.write(releaseNotes(process.argv[2] ?? '', text('CHANGELOG.md'), versions()));
}
