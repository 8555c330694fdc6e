import { chmodSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce } from '../build-once.ts';
import { copyJars } from '../java/copy-jars.ts';
import { findJdk } from '../java/find-jdk.ts';
import { findProgram, runProgram } from '../process/run-program.ts';

/** The first Redis that has every command BullMQ uses. */
const minVersion = [6, 2] as const;

/** Names of the binaries in the jar, by platform and processor of this machine. */
const binaries: Record<string, string> = {
  'linux x64': 'redis-server-*-linux-amd64',
  'linux arm64': 'redis-server-*-linux-arm64',
  'darwin x64': 'redis-server-*-darwin-amd64',
  'darwin arm64': 'redis-server-*-darwin-arm64',
};

/**
 * Finds a redis-server of version 6.2 or newer: on the PATH, else in a published jar.
 * @param root folder below which the unpacked binary is kept
 * @throws Error when there is none for this kind of machine
 */
export async function findRedis(root: string, onWork: (text: string) => void): Promise<string> {
  const installed = findProgram('redis-server');
  if (installed && (await isRecent(installed))) return installed;
  const platform = `${process.platform} ${process.arch}`;
  const binary = binaries[platform];
  if (!binary) {
    throw new Error(
      `redis-server 6.2 or newer is not on the PATH, and there is no ready-made one for ${platform}.`,
    );
  }
  const pom = join(import.meta.dirname, 'pom.xml');
  const make = async (folder: string) => {
    const jdk = findJdk();
    await copyJars(pom, folder, jdk);
    const [jar] = globSync(join(folder, '*.jar'));
    await runProgram(join(jdk.home, 'bin/jar'), ['--extract', '--file', jar!], { cwd: folder });
    for (const other of globSync(join(folder, '*'), { exclude: [join(folder, binary)] })) {
      rmSync(other, { recursive: true });
    }
    for (const file of globSync(join(folder, binary))) chmodSync(file, 0o755);
  };
  const folder = await buildOnce(root, { name: 'redis', sources: [pom], variant: platform, make }, onWork);
  return globSync(join(folder, binary))[0]!;
}

async function isRecent(program: string): Promise<boolean> {
  const text = await runProgram(program, ['--version']).catch(() => '');
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(text) ?? [];
  const [minMajor, minMinor] = minVersion;
  return Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
}
