import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../api/operations.ts';
import { openApiDocument } from '../../api/pages/openapi/document.ts';
import { routes } from '../../api/routes.ts';
import { projectRoot } from '../../config/project-root.ts';

/** The committed copy of the document: its diff shows what changes for clients. */
export const snapshotPath = join(projectRoot, 'docs/openapi.json');

/** The document as it is committed. */
const snapshotText = () => `${JSON.stringify(openApiDocument(routes, operations), null, 2)}\n`;

if (import.meta.main) writeFileSync(snapshotPath, snapshotText());
