import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';

/**
 * Identifies the code that renders responses: a digest of the sources of the API and of the mappings. It is the same on
 * every machine and changes with every change of the sources, so that no client reuses a response of older code.
 */
export function readBuildId(): string {
  const digest = createHash('sha256');
  for (const folder of ['api', 'mappings']) {
    const root = join(projectRoot, folder);
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of names.sort()) digest.update(name).update(readFileSync(join(root, name)));
  }
  return digest.digest('base64url').slice(0, 12);
}
