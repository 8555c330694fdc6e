import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memoryDisk = '/dev/shm';
const room = 4 * 2 ** 30;

/**
 * The tests start Elasticsearch and the programs of the service many times, and each lives for seconds or minutes: too
 * short for the optimizing compiler of Java to pay, or for its simple compiler to wait for as many calls as usual, and long
 * enough to keep what V8 has compiled. Whatever is written goes into memory where there is room, as Elasticsearch waits for
 * its disk many times for each index. All that is started from here on inherits this.
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
