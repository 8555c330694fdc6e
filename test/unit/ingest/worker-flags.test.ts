import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workerFlags } from '../../../ingest/worker-flags.ts';

it.each([
  ['package.json', `node ${workerFlags.join(' ')} ingest/worker.ts`],
  ['docker-compose.yml', `[node, ${workerFlags.join(', ')}, ingest/worker.ts]`],
])('%s starts the worker with its memory bounded', (file, command) => {
  expect(readFileSync(file, 'utf8')).toContain(command);
});
