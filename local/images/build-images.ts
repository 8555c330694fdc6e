import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readSettings } from '../../config/read-settings.ts';
import { buildElasticsearch } from '../elasticsearch/build-elasticsearch.ts';
import { launchArguments } from '../elasticsearch/launch-arguments.ts';
import { findJdk } from '../java/find-jdk.ts';
import { findProgram, runProgram } from '../process/run-program.ts';
import { importDebian } from './import-debian.ts';

/*
 * Builds images that stand in for the official ones where no image registry can be reached:
 *   node local/images/build-images.ts
 * They take the same environment and ports as the official ones. Debian comes by debootstrap, which needs root, and
 * Elasticsearch is the local engine with the JDK of this machine.
 */

const docker = existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker';
const redis = 'gem-auctions-redis:local';

await importDebian(docker, redis);
console.log(redis);
await buildImage('gem-auctions-elasticsearch:9.5.3-local', 'elasticsearch.Dockerfile', layOutElasticsearch);
await buildImage('gem-auctions-node:26-local', 'node.Dockerfile', layOutNode);

async function buildImage(
  image: string,
  dockerfile: string,
  layOut: (context: string) => Promise<void>,
): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'image-'));
  try {
    await layOut(context);
    const file = join(import.meta.dirname, dockerfile);
    const args = ['build', '-q', '-t', image, '-f', file, '--build-arg', `BASE=${redis}`, context];
    // The classic builder takes a base image that exists only on this machine, and needs no plugin.
    await runProgram(docker, args, { env: { ...process.env, DOCKER_BUILDKIT: '0' } });
    console.log(image);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

async function layOutElasticsearch(context: string): Promise<void> {
  const jdk = findJdk();
  const buildDir = join(resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR), 'build');
  const home = await buildElasticsearch(buildDir, jdk, (text) => console.error(text));
  cpSync(home, join(context, 'elasticsearch'), { recursive: true });
  // Distributions link parts of a JDK into other folders, and some links lead nowhere.
  for (const part of ['bin', 'conf', 'lib', 'release']) {
    cpSync(join(jdk.home, part), join(context, 'jdk', part), {
      recursive: true,
      dereference: true,
      filter: (file) =>
        basename(file) !== 'src.zip' && statSync(file, { throwIfNoEntry: false }) !== undefined,
    });
  }
  const entrypoint = join(context, 'entrypoint.sh');
  writeFileSync(entrypoint, entrypointScript('/usr/share/elasticsearch'));
  chmodSync(entrypoint, 0o755);
}

function entrypointScript(home: string): string {
  const settings = ['network.host=0.0.0.0', `path.data=${home}/data`, `path.logs=${home}/logs`];
  return [
    '#!/bin/bash',
    '# bash, because other shells drop variables that have a dot in their names: discovery.type=single-node.',
    `exec /opt/jdk/bin/java \${ES_JAVA_OPTS:--Xms1g -Xmx1g} ${[...launchArguments(home), ...settings].join(' ')} "$@"`,
    '',
  ].join('\n');
}

/**
 * Node itself, npm where this machine has one (it is plain JavaScript), and the certificates that this machine trusts.
 */
async function layOutNode(context: string): Promise<void> {
  mkdirSync(join(context, 'bin'));
  cpSync(process.execPath, join(context, 'bin/node'), { dereference: true });
  mkdirSync(join(context, 'npm'));
  const npm = findProgram('npm');
  const cli = npm && (await runProgram('realpath', [npm])).trim();
  if (cli?.endsWith('/bin/npm-cli.js'))
    cpSync(dirname(dirname(cli)), join(context, 'npm'), { recursive: true });
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  const bundle = trusted && existsSync(trusted) ? trusted : '/etc/ssl/certs/ca-certificates.crt';
  cpSync(bundle, join(context, 'ca-certificates.crt'), { dereference: true });
}
