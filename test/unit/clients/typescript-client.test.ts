import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '../../../api/http/errors.ts';
import { operationPaths } from '../../../clients/typescript/src/client.ts';
import { projectRoot } from '../../../config/project-root.ts';
import { snapshotPath } from '../../../docs/client/write-openapi.ts';
import { mark, typesPath } from '../../../docs/client/write-types.ts';

test('the client types match the committed document (else run npm run openapi:types)', () => {
  expect(readFileSync(typesPath, 'utf8').split('\n')[0]).toBe(mark());
});

test('the client has one function for each operation of the document', () => {
  const { paths } = JSON.parse(readFileSync(snapshotPath, 'utf8'));
  const documented = Object.keys(paths).map((path) => [paths[path].get.operationId, path]);
  expect(operationPaths).toEqual(Object.fromEntries(documented));
});

test('the client names every error code of the API', () => {
  const source = readFileSync(join(projectRoot, 'clients/typescript/src/request.ts'), 'utf8');
  for (const code of Object.keys(errorCodes)) expect(source).toContain(`| '${code}'`);
});

test('docs/testing.md shows the example project, which the container suite runs', () => {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  expect(read('docs/testing.md')).toContain(
    `\`\`\`ts\n${read('clients/typescript/example/lots.test.ts')}\`\`\`\n`,
  );
});
