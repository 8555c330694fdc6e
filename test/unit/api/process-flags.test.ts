import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiFlags } from '../../../api/process-flags.ts';

it.each([
  ['package.json', `node ${apiFlags.join(' ')} api/server.ts`],
  ['docker-compose.yml', `[node, ${apiFlags.join(', ')}, api/server.ts]`],
  ['Dockerfile', `CMD ["node", ${apiFlags.map((flag) => `"${flag}"`).join(', ')}, "api/server.ts"]`],
])('%s starts the API with its memory bounded', (file, command) => {
  expect(readFileSync(file, 'utf8')).toContain(command);
});
