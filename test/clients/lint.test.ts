import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { snapshotPath } from '../../docs/client/write-openapi.ts';
import { runProgram } from '../../local/process/run-program.ts';

const bin = (name: string) => join(inject('tools').npm, 'node_modules/.bin', name);

test('spectral finds no error and no warning in the OpenAPI document', async () => {
  const ruleset = join(mkdtempSync(join(tmpdir(), 'spectral-')), 'spectral.yaml');
  writeFileSync(ruleset, 'extends: spectral:oas\n');
  const options = ['--ruleset', ruleset, '--format', 'json', '--quiet'];
  expect(JSON.parse(await runProgram(bin('spectral'), ['lint', snapshotPath, ...options]))).toEqual([]);
});

test.skipIf(!inject('tools').go)('actionlint finds no error in the workflows', async () => {
  const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
  expect(await runProgram('go', ['run', actionlint, ...globSync('.github/workflows/*.yml')])).toBe('');
});
