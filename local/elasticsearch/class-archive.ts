import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce } from '../build-once.ts';
import type { Jdk } from '../java/find-jdk.ts';
import { runProgram } from '../process/run-program.ts';
import { launchArguments } from './launch-arguments.ts';

/**
 * The classes that a node loads while it starts, already read and verified, in one file that Java maps into memory
 * (Class Data Sharing): a start takes less than half the CPU time. Java ignores a file that does not suit it.
 * @param home folder made by `buildElasticsearch`; the file serves nodes that start from there
 * @returns the file
 */
export async function buildClassArchive(
  root: string,
  jdk: Jdk,
  home: string,
  onWork: (text: string) => void,
): Promise<string> {
  const folder = await buildOnce(
    root,
    {
      name: 'elasticsearch-classes',
      sources: [join(import.meta.dirname, 'class-archive.ts')],
      // An archive serves the Java and the jars that it was made with.
      variant: home + readFileSync(join(jdk.home, 'release'), 'utf8'),
      make: (made) => make(made, jdk, home),
    },
    onWork,
  );
  return join(folder, archive);
}

const archive = 'classes.jsa';

/** Java arguments to start a node with an archive, without messages about unsuitable ones. */
export const withClassArchive = (file: string) => [
  `-XX:SharedArchiveFile=${file}`,
  '-Xlog:cds*=off,aot*=off',
];

/** Starts a node without data that ends once it has started, and has Java keep what was loaded. */
async function make(folder: string, jdk: Jdk, home: string): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data);
  await runProgram(join(jdk.home, 'bin/java'), [
    `-XX:ArchiveClassesAtExit=${join(folder, archive)}`,
    '-Xlog:cds*=off,aot*=off',
    `-Djava.io.tmpdir=${data}`,
    '-Dlauncher.exitOnceStarted=true',
    ...launchArguments(home),
    ...['discovery.type=single-node', 'network.host=127.0.0.1', 'http.port=0', 'transport.port=0'],
    ...[`path.data=${data}`, `path.logs=${data}`],
  ]);
  rmSync(data, { recursive: true });
}
