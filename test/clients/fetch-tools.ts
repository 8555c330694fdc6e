import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readSettings } from '../../config/read-settings.ts';
import { buildOnce } from '../../local/build-once.ts';
import { runProgram } from '../../local/process/run-program.ts';
import { findTool } from '../support/find-tool.ts';

/** The folders of the tools for the client tests; undefined if this machine lacks the language. */
export interface Tools {
  /** A folder with `node_modules`. */
  npm: string;
  /** A folder of packages for PYTHONPATH. */
  python: string | undefined;
  go: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    tools: Tools;
  }
}

const sources = join(import.meta.dirname, 'tools');

/** Fetches the pinned versions of the tools into LOCAL_DIR/build, again after each change of `tools/`. */
export default async function setup(project: TestProject): Promise<void> {
  const root = join(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  const fetchTool = (name: string, source: string, make: (folder: string, source: string) => Promise<void>) =>
    buildOnce(
      root,
      { name, sources: [join(sources, source)], make: (folder) => make(folder, join(sources, source)) },
      console.log,
    );
  const python3 = findTool('python3');
  const [npm, python] = await Promise.all([
    fetchTool('client-tools-npm', 'package.json', installNpm),
    python3 && fetchTool('client-tools-python', 'requirements.txt', installPython),
  ]);
  project.provide('tools', { npm, python, go: findTool('go') });
}

async function installNpm(folder: string, source: string): Promise<void> {
  copyFileSync(source, join(folder, 'package.json'));
  await runProgram('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock']);
}

/** Installs into a plain folder, because a virtual environment cannot be renamed. */
async function installPython(folder: string, source: string): Promise<void> {
  await runProgram('python3', [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--target',
    folder,
    '--requirement',
    source,
  ]);
}
