import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';
import { readSettings } from '../../config/read-settings.ts';
import { buildOnce } from '../../local/build-once.ts';
import { findProgram, runProgram } from '../../local/process/run-program.ts';

const source = join(projectRoot, 'clients/typescript');

/** Packs `gem-auctions-client` by the command of docs/clients.md, and returns the path of the archive. */
export async function packClient(): Promise<string> {
  const document = join(projectRoot, 'docs/clients.md');
  const [command] = /(?<=^npm ci && ).* && npm pack .*$/m.exec(readFileSync(document, 'utf8'))!;
  const sources = ['package.json', 'README.md', 'tsconfig.json', 'src/*.ts', '../../tsconfig.json'];
  const build = {
    name: 'client-package',
    sources: [...sources.map((name) => join(source, name)), document, import.meta.filename],
    async make(folder: string) {
      const env = { ...process.env, npm_config_pack_destination: folder };
      await runProgram('bash', ['-euc', command], { cwd: projectRoot, env });
    },
  };
  const folder = await buildOnce(
    join(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build'),
    build,
    console.log,
  );
  return join(folder, readdirSync(folder)[0]!);
}

/**
 * A new project with the packed client and nothing else. `newestLot` runs a program there that prints the title of the
 * newest lot, under each Node of the PATH: that of this project, and the one of the machine where it is another.
 */
export async function installClient() {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Offline, because it has no dependencies.
  await runProgram('npm', ['install', '--offline', '--no-audit', '--no-fund', await packClient()], {
    cwd: folder,
  });
  writeFileSync(join(folder, 'newest-lot.js'), program);
  const paths = (process.env.PATH ?? '').split(delimiter);
  const outside = paths.filter((path) => !path.includes('node_modules')).join(delimiter);
  const nodes = [process.execPath, findProgram('node', outside)].filter((node) => node !== undefined);
  return {
    folder,
    newestLot: (url: string) =>
      Promise.all(
        nodes.map(async (node) => (await runProgram(node, ['newest-lot.js', url], { cwd: folder })).trim()),
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const program = `
import { createClient } from 'gem-auctions-client';
const { data } = await createClient(process.argv[2]).listLatestAuctions({ limit: 1 });
console.log(data[0].title);
`;
