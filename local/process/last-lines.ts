import { readFileSync } from 'node:fs';

/** The end of a log, which has the reason of a failure. */
export function lastLines(file: string, count = 25): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '(nothing was logged)';
  }
}
