import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readSettings } from '../../config/read-settings.ts';
import { buildElasticsearch } from '../elasticsearch/build-elasticsearch.ts';
import { launchArguments } from '../elasticsearch/launch-arguments.ts';
import { findJdk } from '../java/find-jdk.ts';
import { findProgram, runProgram } from '../process/run-program.ts';

/*
 * Builds images that stand in for the official ones where no image registry can be reached:
 *   node local/images/build-images.ts
 * They take the same environment and ports as the official ones. Debian comes by debootstrap, which needs root, and
 * Elasticsearch is the local engine with the JDK of this machine.
 */

const docker = existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker';
const redis = 'gem-auctions-redis:local';

console.error(`Building ${redis}, unless it is there; this downloads a small Debian …`);
await runProgram('sh', [join(import.meta.dirname, 'import-debian.sh'), redis]);
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
    rmSync(context, { recursive: true });
  }
}

async function layOutElasticsearch(context: string): Promise<void> {
  const jdk = findJdk();
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  const engine = await buildElasticsearch(buildDir, jdk, console.error);
  cpSync(engine, join(context, 'elasticsearch'), { recursive: true });
  // Distributions link parts of a JDK into other folders, and some links lead nowhere.
  const filter = (file: string) => existsSync(file) && !file.endsWith('src.zip');
  for (const part of ['bin', 'conf', 'lib', 'release'])
    cpSync(join(jdk.home, part), join(context, 'jdk', part), { recursive: true, dereference: true, filter });
  writeFileSync(join(context, 'entrypoint.sh'), entrypoint('/usr/share/elasticsearch'), { mode: 0o755 });
}

/** As in the official image, variables that look like settings count as such; the library knows none of security. */
function entrypoint(home: string): string {
  return `#!/bin/bash
# bash, because other shells drop variables that have a dot in their names: discovery.type=single-node.
mapfile -t settings < <(env | grep -E '^[a-z0-9_]+(\\.[a-z0-9_]+)+=' | grep -v '^xpack')
exec /opt/jdk/bin/java \${ES_JAVA_OPTS:--Xms1g -Xmx1g} ${launchArguments(home).join(' ')} "\${settings[@]}" \\
  network.host=0.0.0.0 path.data=${home}/data path.logs=${home}/logs "$@"
`;
}

/** Node, npm, which is plain JavaScript, and the certificates that this machine trusts. */
async function layOutNode(context: string): Promise<void> {
  cpSync(process.execPath, join(context, 'bin/node'), { dereference: true });
  const npm = dirname(dirname(realpathSync(findProgram('npm')!)));
  cpSync(npm, join(context, 'npm'), { recursive: true });
  const trusted = process.env.NODE_EXTRA_CA_CERTS || '/etc/ssl/certs/ca-certificates.crt';
  cpSync(trusted, join(context, 'ca-certificates.crt'), { dereference: true });
}
