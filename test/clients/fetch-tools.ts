import { copyFileSync, globSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildOnce } from '../../local/build-once.ts';
import { copyJars } from '../../local/java/copy-jars.ts';
import { findJdk } from '../../local/java/find-jdk.ts';
import { findProgram, runProgram } from '../../local/process/run-program.ts';
import { readStackOptions } from '../../local/stack-options.ts';

/** The folders of the tools for the client tests; undefined if this machine lacks the language. */
export interface Tools {
  /** A folder with `node_modules`. */
  npm: string;
  /** A folder of packages for PYTHONPATH. */
  python: string | undefined;
  /** The jar of openapi-generator. */
  generator: string | undefined;
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
  const root = join(readStackOptions(process.env).dir, 'build');
  const fetchTool = (name: string, source: string, make: (folder: string, source: string) => Promise<void>) =>
    buildOnce(
      root,
      { name, sources: [join(sources, source)], make: (folder) => make(folder, join(sources, source)) },
      console.log,
    );
  const [python3, java, mvn] = [have('python3'), have('java'), have('mvn')];
  const [npm, python, generator] = await Promise.all([
    fetchTool('client-tools-npm', 'package.json', installNpm),
    python3 && fetchTool('client-tools-python', 'requirements.txt', installPython),
    java && mvn && fetchTool('client-tools-java', 'pom.xml', copyGenerator),
  ]);
  const jar = generator && join(generator, 'openapi-generator-cli.jar');
  project.provide('tools', { npm, python, generator: jar, go: have('go') });
}

function have(program: string): string | undefined {
  const found = findProgram(program);
  if (!found) console.log(`${program} is not on the PATH: the client tests that need it are skipped.`);
  return found;
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

async function copyGenerator(folder: string, source: string): Promise<void> {
  await copyJars(source, folder, findJdk());
  const [jar] = globSync(join(folder, '*.jar'));
  if (!jar) throw new Error(`Maven found no jar in ${readFileSync(source, 'utf8')}`);
  renameSync(jar, join(folder, 'openapi-generator-cli.jar'));
}
