import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memoryDisk = '/dev/shm';
const room = 4 * 2 ** 30;

/**
 * Settings for servers and programs that the tests start many times for seconds or minutes. Java uses only its simple
 * compiler, and earlier than usual; Node caches its compiled code. Data goes to memory if there is space, because
 * Elasticsearch waits for the disk many times for each index. All processes started later inherit these settings.
 */
export default function setup(): void {
  process.env.JDK_JAVA_OPTIONS ??= '-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=0.1';
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  if (freeBytes(memoryDisk) < room) return;
  process.env.TMPDIR = join(memoryDisk, 'gem-auctions-tests');
  process.env.TEST_DATA_DIR = process.env.TMPDIR;
  mkdirSync(process.env.TMPDIR, { recursive: true });
}

function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
