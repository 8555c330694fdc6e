import { join } from 'node:path';

/**
 * The tests start Elasticsearch and the programs of the service many times, and each lives for seconds or minutes: too
 * short for the optimizing compiler of Java to pay, and long enough to keep what V8 has compiled. All that is started
 * from here on inherits both.
 */
export default function setup(): void {
  process.env.JDK_JAVA_OPTIONS ??= '-XX:TieredStopAtLevel=1';
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
}
