import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiFlags, processEnvironment, scorecardFlags, workerFlags } from '../../../config/process-memory.ts';

/** The shell and Docker Compose read this text alike. */
const anyHeap = apiFlags(512)[0]!.replace('512', `\${${'API_HEAP_MB'}:-512}`);
const [[variable, value]] = Object.entries(processEnvironment) as [[string, string]];

describe('memory limits of the service', () => {
  it.each([
    ['package.json', `"api": "exec env ${variable}=${value} node ${anyHeap} api/server.ts"`],
    [
      'package.json',
      `"worker": "exec env ${variable}=${value} node ${workerFlags.join(' ')} ingest/worker.ts"`,
    ],
    [
      'package.json',
      `"scorecard": "exec env ${variable}=${value} node ${scorecardFlags.join(' ')} api/ext/scorecard/worker.ts"`,
    ],
    ['docker-compose.yml', `[node, ${scorecardFlags.join(', ')}, api/ext/scorecard/worker.ts]`],
    ['docker-compose.yml', `[node, "${anyHeap}", api/server.js]`],
    ['docker-compose.yml', `[node, ${workerFlags.join(', ')}, ingest/worker.ts]`],
    ['Dockerfile', `${variable}=${value}`],
    ['Dockerfile', `CMD ["sh", "-c", "exec node ${anyHeap} api/server.js"]`],
  ])('%s sets the memory limit in %s', (file, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words);
  });
});
