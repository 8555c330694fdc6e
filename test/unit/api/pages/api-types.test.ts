import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mark } from '../../../../docs/client/write-types.ts';

test('the client types match the committed document (else run npm run openapi:types)', () => {
  const types = readFileSync(join(import.meta.dirname, '../../../../docs/client/api-types.ts'), 'utf8');
  expect(types.split('\n')[0]).toBe(mark());
});
