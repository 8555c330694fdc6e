import { findProgram, runProgram } from '../process/run-program.ts';
import type { Jdk } from './find-jdk.ts';

/**
 * Collects the jars that a pom names, with everything they need, in the folder `into`. The first time Maven downloads
 * them into its own repository, from where it takes them ever after.
 * @throws Error when Maven is missing, or fails twice
 */
export async function copyJars(pom: string, into: string, jdk: Jdk): Promise<void> {
  if (!findProgram('mvn')) {
    throw new Error(
      'Maven (mvn) is needed to fetch the local engine, and is not on the PATH.\n' +
        'Install it, for example: apt-get install maven · brew install maven · sdk install maven',
    );
  }
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${into}`];
  const args = ['--batch-mode', '--quiet', '--strict-checksums', '--file', pom, ...goal];
  // The Java that Maven usually runs on knows the certificates of the place; another is named only for lack of any.
  const env = { ...process.env };
  if (!findProgram('java')) env.JAVA_HOME ||= jdk.home;
  // Broken downloads are common enough for a second attempt.
  await runProgram('mvn', args, { env }).catch(() => runProgram('mvn', args, { env }));
}
