import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../local/process/run-program.ts';
import type { Tools } from './fetch-tools.ts';

/** A generated client, and the program that sends requests with it. */
export interface Client {
  name: string;
  /** The programs that are missing on this machine; undefined if the client can run. */
  lacks?: string;
  /** Generates and compiles the client in its own folder. */
  prepare(folder: string, document: string): Promise<void>;
  /** Sends the requests, and returns the output of the program. */
  run(folder: string, url: string): Promise<string>;
}

const programs = join(import.meta.dirname, 'programs');

/** The clients that CI generates. */
export function generatedClients({ npm, python, generator, go }: Tools): Client[] {
  const bin = (name: string) => join(npm, 'node_modules/.bin', name);
  const runPython = (folder: string, args: string[]) => {
    const env = { ...process.env, PYTHONPATH: python };
    return runProgram('python3', args, { cwd: folder, env });
  };
  const tsc = (folder: string, args: string[]) => {
    const options = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', 'node'];
    return runProgram(bin('tsc'), [...options, ...args, 'calls.ts'], { cwd: folder });
  };

  return [
    {
      name: 'openapi-fetch',
      async prepare(folder, document) {
        linkPackages(folder, npm, 'module');
        await runProgram(bin('openapi-typescript'), [document, '--output', join(folder, 'api.ts')]);
        const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--noEmit'];
        await tsc(folder, [...modules, '--noUncheckedIndexedAccess']);
      },
      run: (folder, url) => runProgram(process.execPath, [join(folder, 'calls.ts'), url]),
    },
    {
      name: 'openapi-python-client',
      ...(!python && { lacks: 'python3' }),
      async prepare(folder, document) {
        const config = join(folder, 'config.json');
        // The generator knows no Atom.
        const content_type_overrides = { 'application/atom+xml': 'text/plain' };
        writeFileSync(config, JSON.stringify({ post_hooks: [], content_type_overrides }));
        const options = ['--path', document, '--output-path', 'client', '--meta', 'none', '--config', config];
        await runPython(folder, ['-m', 'openapi_python_client', 'generate', '--fail-on-warning', ...options]);
      },
      run: (folder, url) => runPython(folder, ['calls.py', url]),
    },
    {
      name: 'go',
      ...(!(generator && go) && { lacks: 'java, mvn or go' }),
      async prepare(folder, document) {
        await generate(generator!, 'go', folder, document);
        writeFileSync(join(folder, 'go.mod'), 'module calls\n\ngo 1.23\n');
        for (const file of ['go.mod', 'go.sum']) rmSync(join(folder, 'client', file), { force: true });
        await runProgram(go!, ['build', '-o', 'calls', '.'], { cwd: folder });
      },
      run: (folder, url) => runProgram(join(folder, 'calls'), [url]),
    },
  ];
}

/** Copies the program of a client into a new folder, and returns the folder. */
export function copyProgram(name: string, root: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  cpSync(join(programs, name), folder, { recursive: true });
  return folder;
}

/** Links the npm packages, including the types of Node, into a folder. */
function linkPackages(folder: string, npm: string, type: 'module' | 'commonjs'): void {
  symlinkSync(join(npm, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
}

/** Runs openapi-generator with the option that docs/clients.md names. */
async function generate(jar: string, generator: string, folder: string, document: string): Promise<void> {
  const properties = 'disallowAdditionalPropertiesIfNotPresent=false,packageName=gemauctions';
  const parts = 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';
  await runProgram('java', [
    ...['-XX:TieredStopAtLevel=1', '-jar', jar, 'generate', '-g', generator, '-i', document],
    ...['-o', join(folder, 'client'), '--additional-properties', properties, '--global-property', parts],
  ]);
}
