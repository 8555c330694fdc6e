import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../process/run-program.ts';

/** Elasticsearch 9 runs on Java 21 and newer. */
const minVersion = 21;

/** Where installers put JDKs on Linux and macOS. */
const usualFolders = [
  '/usr/lib/jvm/*',
  '/usr/java/*',
  '/opt/java/*',
  '/opt/jdk*',
  '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  '/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  join(homedir(), '.sdkman/candidates/java/*'),
  join(homedir(), '.jdks/*'),
];

/** A JDK on this machine. */
export interface Jdk {
  home: string;
  /** Feature version: 21, 25, …; 1 for Java 8 and older. */
  version: number;
}

/**
 * The JDK to run Elasticsearch with: JAVA_HOME, else the `java` on the PATH, else the newest in the usual folders;
 * each only if it is version 21 or newer and has a compiler.
 * @throws Error that lists the JDKs found and explains how to install one
 */
export function findJdk(environment = process.env, folders = usualFolders): Jdk {
  // The `java` on the PATH is usually a chain of links that ends in bin/ of its home.
  const java = findProgram('java', environment.PATH);
  const preferred = [environment.JAVA_HOME, java && dirname(dirname(realpathSync(java)))].flatMap(readJdk);
  const installed = globSync(folders).flatMap(readJdk);
  const found = [...preferred, ...installed.toSorted((a, b) => b.version - a.version)];
  const jdk = found.find(({ version }) => version >= minVersion);
  if (jdk) return jdk;
  const older = new Set(found.map(({ home, version }) => `Java ${version} at ${home}`));
  throw new Error(
    `Elasticsearch needs a JDK of version ${minVersion} or newer (with javac), and there is none in JAVA_HOME, on the PATH or in the usual folders.
Found, but too old: ${[...older].join(', ') || 'none'}.
Install one, for example: apt-get install openjdk-21-jdk-headless · brew install openjdk@21 · sdk install java 21-tem
or a build from adoptium.net. If one is installed elsewhere, set JAVA_HOME to it.`,
  );
}

/** The JDK in this folder; none without a compiler. */
function readJdk(home: string | undefined): Jdk[] {
  const release = join(home ?? '', 'release');
  if (!home || !existsSync(join(home, 'bin/javac')) || !existsSync(release)) return [];
  const [, version] = /^JAVA_VERSION="?(\d+)/m.exec(readFileSync(release, 'utf8')) ?? [];
  return [{ home, version: Number(version ?? 0) }];
}
