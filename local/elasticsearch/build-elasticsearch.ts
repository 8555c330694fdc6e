import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Build, buildOnce } from '../build-once.ts';
import { copyJars } from '../java/copy-jars.ts';
import type { Jdk } from '../java/find-jdk.ts';
import { runProgram } from '../process/run-program.ts';

const here = import.meta.dirname;

/** Jars that Elasticsearch loads as a module of its own instead of with the server. */
const transportJars = '{transport-netty4,netty-,elasticsearch-ssl-config}*.jar';

/**
 * The folder from which Elasticsearch is started: `lib/` (the server), `modules/` (transport, and the project's own
 * small module), `plugins/` (empty), `config/` and `launcher.jar`. Nothing in it changes while it runs.
 */
export function buildElasticsearch(root: string, jdk: Jdk, onWork: (text: string) => void): Promise<string> {
  const sources = [
    'pom.xml',
    'Launcher.java',
    'module/*.java',
    'log4j2.properties',
    'build-elasticsearch.ts',
  ];
  const build: Build = {
    name: 'elasticsearch',
    sources: sources.map((pattern) => join(here, pattern)),
    make: (home) => make(home, jdk),
  };
  return buildOnce(root, build, onWork);
}

async function make(home: string, jdk: Jdk): Promise<void> {
  const lib = join(home, 'lib');
  const transport = join(home, 'modules/transport-netty4');
  const local = join(home, 'modules/gem-auctions-local');
  for (const folder of [transport, local, join(home, 'plugins'), join(home, 'config')]) {
    mkdirSync(folder, { recursive: true });
  }
  copyFileSync(join(here, 'log4j2.properties'), join(home, 'config/log4j2.properties'));
  await copyJars(join(here, 'pom.xml'), lib, jdk);
  await compile(home, local, jdk);
  for (const jar of globSync(join(lib, transportJars))) renameSync(jar, join(transport, basename(jar)));
  await unpackDescriptor(transport, jdk);
  writeFileSync(join(local, 'plugin-descriptor.properties'), describeModule());
}

async function compile(home: string, module: string, jdk: Jdk): Promise<void> {
  const options = ['--release', '21', '-classpath', join(home, 'lib/*')];
  const classes = join(home, 'classes');
  const jars: [jar: string, sources: string][] = [
    [join(home, 'launcher.jar'), 'Launcher.java'],
    [join(module, 'gem-auctions-local.jar'), 'module/*.java'],
  ];
  for (const [jar, sources] of jars) {
    await runProgram(join(jdk.home, 'bin/javac'), [
      ...options,
      '-d',
      classes,
      ...globSync(join(here, sources)),
    ]);
    await runProgram(join(jdk.home, 'bin/jar'), ['--create', '--file', jar, '-C', classes, '.']);
    rmSync(classes, { recursive: true });
  }
}

/** The transport is published with its descriptor inside the jar; a module needs it beside the jar. */
async function unpackDescriptor(transport: string, jdk: Jdk): Promise<void> {
  const [jar] = globSync(join(transport, 'transport-netty4-*.jar'));
  const inside = 'META-INF/es-plugins/transport-netty4/plugin-descriptor.properties';
  await runProgram(join(jdk.home, 'bin/jar'), ['--extract', '--file', jar!, inside], { cwd: transport });
  copyFileSync(join(transport, inside), join(transport, 'plugin-descriptor.properties'));
  rmSync(join(transport, 'META-INF'), { recursive: true });
}

function describeModule(): string {
  const [, version] = /<elasticsearch.version>(.*)</.exec(readFileSync(join(here, 'pom.xml'), 'utf8'))!;
  return [
    'name=gem-auctions-local',
    'description=asciifolding and GET /, which the published library lacks',
    'classname=gem.auctions.local.LocalModule',
    `version=${version}`,
    `elasticsearch.version=${version}`,
    'java.version=21',
    '',
  ].join('\n');
}
