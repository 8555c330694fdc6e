import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Number of final characters of the output that are shown for a failure. */
const shownCharacters = 3000;

/**
 * Runs a program to its end and returns its standard output.
 * @throws Error with the end of what the program printed, when it fails
 */
export function runProgram(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const output = `${stdout}${stderr}`.trim().slice(-shownCharacters);
      reject(new Error(`${command} failed (${error.code ?? error.signal}):\n${output}`));
    });
  });
}

/** The full path of a program on the PATH, or undefined. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
