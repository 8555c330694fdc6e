import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '../..');
const target = join(root, '.local/sbom.cdx.json');

/** `npm run sbom`: writes the Software Bill of Materials of this state of the project. */
if (import.meta.main) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  mkdirSync(join(root, '.local'), { recursive: true });
  writeFileSync(target, `${JSON.stringify(billOfMaterials(lock), null, 2)}\n`);
  console.log('.local/sbom.cdx.json');
}
