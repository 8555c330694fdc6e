import { globSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { tryLock } from '../../../local/process/lock.ts';
import { watchNpm } from '../../../local/process/watch-npm.ts';
import { readStackOptions } from '../../../local/stack-options.ts';
import { endLeftovers, startStack } from '../../../local/start-stack.ts';
import type { Services } from './services.ts';

/** A local engine of its own, with nothing in it, beside whatever else runs; its data are removed at the end. */
export async function startLocalServices(): Promise<Services> {
  const { dir: localDir, heap } = readStackOptions(process.env);
  const dataDir = resolve(process.env.TEST_DATA_DIR ?? localDir);
  await removeAbandoned(dataDir);
  const dir = join(dataDir, `test-${process.pid}`);
  const stack = await startStack({
    ...{ dir, heap, buildDir: join(localDir, 'build') },
    onWork: (text) => console.log(text),
    onUnexpectedExit: (message) => console.error(message),
  });
  const stop = async () => {
    stopWatching();
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  const stopWatching = watchNpm(() => stop().finally(() => process.exit(1)));
  const { elasticsearchUrl, redisUrl } = stack;
  return {
    description: `the local engine (${elasticsearchUrl}, ${redisUrl})`,
    elasticsearchUrl,
    redisUrl,
    stop,
  };
}

/** A run that was killed could not remove its data. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const dir of globSync(join(dataDir, 'test-*')).filter((path) => /^test-\d+$/.test(basename(path)))) {
    const lock = tryLock(join(dir, 'lock.sqlite'));
    if (!lock) continue;
    await endLeftovers(join(dir, 'processes.json'));
    lock.release();
    rmSync(dir, { recursive: true, force: true });
  }
}
