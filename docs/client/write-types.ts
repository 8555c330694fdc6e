import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';

const document = join(projectRoot, 'docs/openapi.json');
export const typesPath = join(projectRoot, 'clients/typescript/src/api-types.ts');

/**
 * The generator, and the TypeScript that it is written for: it is older than the one that this project is checked by,
 * and both in one folder would be two programs of one name. So npx fetches them when the document has changed.
 */
const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

/** The first line of the types: it tells which document they are of. */
export function mark(): string {
  const digest = createHash('sha256').update(readFileSync(document)).digest('base64url').slice(0, 22);
  return `// Made by npm run openapi:types; do not edit. The openapi.json it was made of: ${digest}`;
}

function writeTypes(): void {
  // In a folder of its own, so that the project's TypeScript is not found first.
  const folder = mkdtempSync(join(tmpdir(), 'openapi-types-'));
  try {
    const made = join(folder, 'types.ts');
    const install = ['--yes', ...packages.flatMap((name) => ['--package', name])];
    execFileSync('npx', [...install, '--', 'openapi-typescript', document, '--output', made], {
      cwd: folder,
    });
    writeFileSync(typesPath, `${mark()}\n${readFileSync(made, 'utf8')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) writeTypes();
