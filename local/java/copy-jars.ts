import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastLines, startGuarded } from '../process/guarded-process.ts';
import { findProgram } from '../process/run-program.ts';
import type { Jdk } from './find-jdk.ts';

/**
 * Collects the jars that a pom names, with everything they need, in the folder `into`. The first time Maven downloads
 * them into its own repository, from where it takes them ever after.
 * @throws Error when Maven is missing, or fails twice
 */
export async function copyJars(
  pom: string,
  into: string,
  jdk: Jdk,
  environment = process.env,
): Promise<void> {
  const maven = findProgram('mvn', environment.PATH);
  if (!maven) {
    throw new Error(
      'Maven (mvn) is needed to fetch the local engine, and is not on the PATH.\n' +
        'Install it, for example: apt-get install maven · brew install maven · sdk install maven',
    );
  }
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${into}`];
  const args = ['--batch-mode', '--quiet', '--strict-checksums', '--file', pom, ...goal];
  const command = [maven, ...args];
  // The Java that Maven usually runs on knows the certificates of the place; another is named only for lack of any.
  const hasJava = environment.JAVA_HOME || findProgram('java', environment.PATH);
  if (!hasJava) command.unshift('/usr/bin/env', `JAVA_HOME=${jdk.home}`);
  const log = `${into}.maven.log`;
  if (await succeeds(command, log)) return;
  // Broken downloads are common enough for a second attempt.
  await pause(2000);
  if (await succeeds(command, log)) return;
  throw new Error(`Maven could not fetch what ${pom} names. Its last lines:\n${lastLines(log)}`);
}

/** Under a guard, because a download can take minutes and must end with this process. */
async function succeeds(command: string[], log: string): Promise<boolean> {
  const maven = await startGuarded(command, log);
  const succeeded = (await maven.exited) === 0;
  if (succeeded) rmSync(log);
  return succeeded;
}
