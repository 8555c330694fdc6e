import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runProgram } from '../process/run-program.ts';

/** Redis for the one image; what the programs of the others are linked with, and what health checks ask with. */
const packages = ['redis-server', 'ca-certificates', 'curl', 'libatomic1', 'libstdc++6'];

/**
 * Makes the image `name`, a small Debian with Redis, unless it is there already.
 * @throws Error when debootstrap is missing or fails
 */
export async function importDebian(docker: string, name: string): Promise<void> {
  const known = await runProgram(docker, ['image', 'ls', '--quiet', name]);
  if (known.trim()) return;
  if (!findProgram('debootstrap', `${process.env.PATH}:/usr/sbin`)) {
    throw new Error('debootstrap is missing. Install it, for example: apt-get install debootstrap');
  }
  console.error(`Building ${name}; this downloads a small Debian …`);
  const rootfs = mkdtempSync(join(tmpdir(), 'debian-'));
  const suite = findSuite();
  const mirror = await findMirror(suite);
  try {
    await runProgram(
      'debootstrap',
      ['--variant=minbase', `--include=${packages.join()}`, suite, rootfs, ...mirror],
      {
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      },
    );
    rmSync(join(rootfs, 'var/cache/apt'), { recursive: true, force: true });
    const changes = ['CMD ["redis-server", "--protected-mode", "no"]', 'EXPOSE 6379', 'WORKDIR /data'];
    const options = changes.map((change) => `--change '${change}'`).join(' ');
    const script = `tar --create --directory "$1" . | "$2" import ${options} - "$3"`;
    await runProgram('sh', ['-c', script, 'sh', rootfs, docker, name]);
  } finally {
    rmSync(rootfs, { recursive: true, force: true });
  }
}

/** The machine's own release, which its mirrors surely carry. */
function findSuite(): string {
  const [, codename] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  return codename ?? 'bookworm';
}

/** The mirror that this machine takes its packages from; none lets debootstrap choose its own. */
async function findMirror(suite: string): Promise<string[]> {
  const format = ['--format', '$(SITE) $(RELEASE)', 'Created-By: Packages'];
  const targets = await runProgram('apt-get', ['indextargets', ...format]).catch(() => '');
  const own = targets.split('\n').find((line) => line.endsWith(` ${suite}`));
  return own ? [own.split(' ')[0]!] : [];
}
