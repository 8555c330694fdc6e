import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';

/**
 * Runs a program of the API as a process of its own, with the input and output of this one.
 * @returns its exit code
 */
export async function runProgram(path: string, args: string[] = []): Promise<number> {
  const child = spawn(process.execPath, [join(projectRoot, path), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return code ?? 0;
}
