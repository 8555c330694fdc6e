import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runProgram } from '../../local/process/run-program.ts';
import { startSampleService } from './sample-service.ts';

const programs = join(import.meta.dirname, 'programs/schemathesis');
/** Schemathesis stores its examples in its working folder. */
const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
const { python } = inject('tools');
/** Seed of the random requests, fixed so that CI always sends the same requests. */
const seed = Number(process.env.SCHEMATHESIS_SEED ?? 28);
/** Number of random requests for each path, in addition to the other phases. */
const examples = Number(process.env.SCHEMATHESIS_EXAMPLES ?? 5);
let service: Awaited<ReturnType<typeof startSampleService>>;

beforeAll(async () => {
  service = await startSampleService();
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Schemathesis generates requests from the OpenAPI document: examples, the bounds of each parameter, and random valid and invalid requests. */
test.skipIf(!python)(
  'schemathesis finds no undocumented response of the API and no valid request that is refused',
  async () => {
    const env = {
      ...process.env,
      PYTHONPATH: `${python}:${programs}`,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const start = 'import stated_rules; from schemathesis.cli import schemathesis; schemathesis()';
    const checks =
      '--checks all --exclude-checks positive_data_acceptance --phases examples,coverage,fuzzing';
    const bounds = `--max-examples ${examples} --seed ${seed} --workers 2 --generation-allow-x00 false --request-timeout 60`;
    const options = `${checks} ${bounds}`.split(' ');
    const document = `${service.url}/api/v1/openapi.json`;
    const report = await runProgram('python3', ['-c', start, 'run', document, ...options], {
      cwd: folder,
      env,
    });
    expect(report).toMatch(/[0-9]+ generated, [0-9]+ passed/);
  },
);
