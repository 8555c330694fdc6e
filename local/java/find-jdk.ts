import { globSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, isExecutable } from '../process/run-program.ts';

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
  /** Feature version: 21, 25, … */
  version: number;
}

/**
 * The JDK to run Elasticsearch with: JAVA_HOME, else the `java` on the PATH, else the newest in the usual folders;
 * each only if it is version 21 or newer and has a compiler.
 * @throws Error that lists the JDKs found and explains how to install one
 */
export function findJdk(environment = process.env, folders = usualFolders): Jdk {
  const preferred = [environment.JAVA_HOME, homeOnPath(environment.PATH)].map(readJdk);
  const installed = folders.flatMap((pattern) => globSync(pattern)).map(readJdk);
  const newestFirst = installed.toSorted((a, b) => (b?.version ?? 0) - (a?.version ?? 0));
  const found = [...preferred, ...newestFirst].filter((jdk) => jdk !== undefined);
  const jdk = found.find(({ version }) => version >= minVersion);
  if (jdk) return jdk;
  throw new Error(missing(found));
}

function missing(found: Jdk[]): string {
  const older = [...new Set(found.map(({ home, version }) => `Java ${version} at ${home}`))];
  return [
    `Elasticsearch needs a JDK of version ${minVersion} or newer (with javac), and there is none in JAVA_HOME, on the PATH or in the usual folders.`,
    older.length > 0 ? `Found, but too old: ${older.join(', ')}.` : 'No JDK was found at all.',
    'Install one, for example: apt-get install openjdk-21-jdk-headless · brew install openjdk@21 · sdk install java 21-tem',
    'or a build from adoptium.net. If one is installed elsewhere, set JAVA_HOME to it.',
  ].join('\n');
}

/** The `java` on the PATH is usually a chain of links that ends in bin/ of its home. */
function homeOnPath(path = ''): string | undefined {
  const java = findProgram('java', path);
  return java && dirname(dirname(realpathSync(java)));
}

function readJdk(home: string | undefined): Jdk | undefined {
  if (!home || !['java', 'javac', 'jar'].every((tool) => isExecutable(join(home, 'bin', tool))))
    return undefined;
  try {
    const release = readFileSync(join(home, 'release'), 'utf8');
    const [, old, version] = /^JAVA_VERSION="?(1\.)?(\d+)/m.exec(release)!;
    return { home, version: old ? Math.min(Number(version), 8) : Number(version) };
  } catch {
    return undefined;
  }
}
