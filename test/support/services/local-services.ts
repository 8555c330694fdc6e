import { globSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readSettings } from '../../../config/read-settings.ts';
import { tryLock } from '../../../local/process/lock.ts';
import { startStack } from '../../../local/start-stack.ts';
import type { Services } from './services.ts';

/** A local engine of its own, with nothing in it, beside whatever else runs; its data are removed at the end. */
export async function startLocalServices(): Promise<Services> {
  const settings = readSettings(['LOCAL_DIR', 'ELASTICSEARCH_HEAP'], process.env);
  const { LOCAL_DIR: localDir, ELASTICSEARCH_HEAP: heap } = settings;
  const dataDir = resolve(process.env.TEST_DATA_DIR ?? localDir);
  removeAbandoned(dataDir);
  const dir = join(dataDir, `test-${process.pid}`);
  const stack = await startStack({
    ...{ dir, heap, buildDir: join(localDir, 'build') },
    onWork: (text) => console.log(text),
    onUnexpectedExit: (message) => console.error(message),
  });
  const stop = async () => {
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  const { elasticsearchUrl, redisUrl } = stack;
  return {
    description: `the local engine (${elasticsearchUrl}, ${redisUrl})`,
    elasticsearchUrl,
    redisUrl,
    stop,
  };
}

/** A run that was killed could not remove its data. */
function removeAbandoned(dataDir: string): void {
  for (const dir of globSync(join(dataDir, 'test-*')).filter((path) => /^test-\d+$/.test(basename(path)))) {
    const release = tryLock(join(dir, 'lock.sqlite'));
    if (!release) continue;
    release();
    rmSync(dir, { recursive: true, force: true });
  }
}
