import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heapFlag, processEnvironment } from '../../../config/process-memory.ts';

/** The shell and Docker Compose read this text alike. */
const anyHeap = (setting: string) => heapFlag().replace('512', `\${${setting}:-512}`);
const [apiHeap, workerHeap] = [anyHeap('API_HEAP_MB'), anyHeap('WORKER_HEAP_MB')];
const [[variable, value]] = Object.entries(processEnvironment) as [[string, string]];

describe('memory limits of the service', () => {
  it.each([
    ['package.json', `"api": "exec env ${variable}=${value} node ${apiHeap} api/server.ts"`],
    ['package.json', `"worker": "exec env ${variable}=${value} node ${workerHeap} ingest/worker.ts"`],
    [
      'package.json',
      `"scorecard": "exec env ${variable}=${value} node ${heapFlag()} api/ext/scorecard/worker.ts"`,
    ],
    ['docker-compose.yml', `[node, ${heapFlag()}, api/ext/scorecard/worker.ts]`],
    ['docker-compose.yml', `[node, "${apiHeap}", api/server.js]`],
    ['docker-compose.yml', `[node, "${workerHeap}", ingest/worker.ts]`],
    ['Dockerfile', `${variable}=${value}`],
    ['Dockerfile', `CMD ["sh", "-c", "exec node ${apiHeap} api/server.js"]`],
  ])('%s sets the memory limit in %s', (file, words) => {
    expect(readFileSync(file, 'utf8')).toContain(words);
  });
});
