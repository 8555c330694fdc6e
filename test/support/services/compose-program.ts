import { join } from 'node:path';
import { readSettings } from '../../../config/read-settings.ts';
import { buildOnce } from '../../../local/build-once.ts';
import { findProgram, runProgram } from '../../../local/process/run-program.ts';

const version = 'v2.40.3';
const composeModule = `github.com/docker/compose/v2@${version}`;

/**
 * The command that runs compose files: Docker's own, or one that is built once from the published Go module.
 * @throws Error when there is neither, and no Go
 */
export async function findCompose(): Promise<string[]> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program, ...args] = command;
    const found = await runProgram(program!, [...args, 'version', '--short']).catch(() => '');
    if (/^v?[2-9]/.test(found)) return command;
  }
  if (!findProgram('go')) throw new Error('There is neither docker compose nor Go to build it.');
  const { LOCAL_DIR } = readSettings(['LOCAL_DIR'], process.env);
  const folder = await buildOnce(join(LOCAL_DIR, 'build'), plan, (text) => console.log(text));
  return [join(folder, 'docker-compose')];
}

const plan = {
  name: 'compose',
  sources: [],
  variant: `${version} ${process.platform} ${process.arch}`,
  async make(folder: string) {
    const { Dir } = JSON.parse(await runProgram('go', ['mod', 'download', '-json', composeModule]));
    const flags = `-s -w -X github.com/docker/compose/v2/internal.Version=${version}`;
    const target = join(folder, 'docker-compose');
    await runProgram('go', ['build', '-ldflags', flags, '-o', target, './cmd'], { cwd: Dir });
  },
};
