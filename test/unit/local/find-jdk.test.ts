import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findJdk } from '../../../local/java/find-jdk.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jdks-'));
});

test('a JAVA_HOME that is new enough is used first', () => {
  const home = installJdk('a', '21.0.4');
  installJdk('b', '25');
  expect(findJdk({ JAVA_HOME: home, PATH: '' }, [join(root, '*')])).toEqual({ home, version: 21 });
});

test('the java on the PATH is used, through its links, when JAVA_HOME is too old', () => {
  const home = installJdk('new', '25.0.1');
  mkdirSync(join(root, 'links'));
  symlinkSync(join(home, 'bin/java'), join(root, 'links/java'));
  const environment = { JAVA_HOME: installJdk('old', '17.0.15'), PATH: join(root, 'links') };
  expect(findJdk(environment, [])).toEqual({ home, version: 25 });
});

test('the newest JDK in the usual folders is used', () => {
  installJdk('first', '21');
  const home = installJdk('second', '24.0.1');
  installJdk('third', '1.8.0_402');
  expect(findJdk({ PATH: '' }, [join(root, '*')])).toEqual({ home, version: 24 });
});

test('an old JDK, or one without a compiler, is not used, and the message names the old one', () => {
  const old = installJdk('old', '17.0.15');
  installJdk('runtime-only', '25', ['java']);
  expect(() => findJdk({ PATH: '' }, [join(root, '*')])).toThrow(`too old: Java 17 at ${old}.`);
});

function installJdk(name: string, version: string, tools = ['java', 'javac', 'jar']): string {
  const home = join(root, name);
  mkdirSync(join(home, 'bin'), { recursive: true });
  for (const tool of tools) {
    writeFileSync(join(home, 'bin', tool), '');
    chmodSync(join(home, 'bin', tool), 0o755);
  }
  writeFileSync(join(home, 'release'), `IMPLEMENTOR="Nobody"\nJAVA_VERSION="${version}"\n`);
  return home;
}
