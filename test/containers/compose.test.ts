import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from '../../local/process/run-program.ts';

const file = resolve('docker-compose.yml');

/** Programs that read a compose file: Docker's own, or the library that it reads it with. */
const readers: Record<string, { known: string[]; read: string[] }> = {
  'docker compose': {
    known: ['docker', 'compose', 'version'],
    read: ['docker', 'compose', '-f', file, 'config'],
  },
  'compose-go': {
    known: ['go', 'version'],
    read: ['go', 'run', 'github.com/compose-spec/compose-go/v2/cmd@v2.9.1', file],
  },
};

let reader: string | undefined;
beforeAll(async () => {
  for (const [name, { known }] of Object.entries(readers)) {
    reader ??= await run(known).then(
      () => name,
      () => undefined,
    );
  }
  console.log(reader ? `docker-compose.yml is read by ${reader}.` : 'Nothing here reads a compose file.');
});

// Outside the project: to Go its folder would be a module.
const run = ([program, ...args]: string[]) => runProgram(program!, args, { cwd: tmpdir() });

it('docker-compose.yml is valid, and builds one image for the API and the worker', async (context) => {
  if (!reader) return context.skip('needs docker compose or Go');
  const { services, volumes } = parse(await run(readers[reader]!.read));
  expect(services.api.image).toBe(services.worker.image);
  expect(services.api.depends_on.elasticsearch.condition).toBe('service_healthy');
  expect(Object.keys(volumes)).toEqual(
    expect.arrayContaining(['elasticsearch', 'imports', 'redis', 'snapshots']),
  );
});
