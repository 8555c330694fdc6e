import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes, problemCodes } from '../../../../api/http/errors.ts';
import { projectRoot } from '../../../../config/project-root.ts';

const [codes = '', problems = ''] = readFileSync(`${projectRoot}/docs/errors.md`, 'utf8').split(
  '## Codes of details',
);

test('docs/errors.md documents every error code with its status and an address, and no other', () => {
  const rows = [...codes.matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` \| (\d+) \|/gm)];
  const documented = rows.map(([, id, code, status]) => [id, code, Number(status)]);
  const expected = Object.entries(errorCodes).map(([code, { status }]) => [code, code, status]);
  expect(documented.sort()).toEqual(expected.sort());
});

test('docs/errors.md documents every problem code of a parameter, and no other', () => {
  const documented = [...problems.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(documented.sort()).toEqual(Object.keys(problemCodes).sort());
});
