import { chmodSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce } from '../build-once.ts';
import { copyJars } from '../java/copy-jars.ts';
import { findJdk } from '../java/find-jdk.ts';
import { runProgram } from '../process/run-program.ts';

/**
 * The redis-server of this platform, out of a published jar.
 * @param root folder below which the unpacked jar is kept
 */
export async function findRedis(root: string, onWork: (text: string) => void): Promise<string> {
  const pom = join(import.meta.dirname, 'pom.xml');
  const make = async (folder: string) => {
    const jdk = findJdk();
    await copyJars(pom, folder, jdk);
    const [jar] = globSync(join(folder, '*.jar'));
    await runProgram(join(jdk.home, 'bin/jar'), ['--extract', '--file', jar!], { cwd: folder });
    for (const binary of globSync(join(folder, 'redis-server-*'))) chmodSync(binary, 0o755);
  };
  const folder = await buildOnce(root, { name: 'redis', sources: [pom], make }, onWork);
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  const [binary] = globSync(join(folder, `redis-server-*-${process.platform}-${processor}`));
  if (!binary) throw new Error(`There is no redis-server for ${process.platform} on ${process.arch}.`);
  return binary;
}
