import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../routes/index.ts';
import { operations } from '../routes/operations.ts';
import { openApiDocument } from './document.ts';

/** The committed copy of the document: its diff shows what a change means to clients. */
export const snapshotPath = join(import.meta.dirname, '../../docs/openapi.json');

/** The document as it is committed. */
export const snapshotText = () => `${JSON.stringify(openApiDocument(routes, operations), null, 2)}\n`;

if (import.meta.main) writeFileSync(snapshotPath, snapshotText());
