import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../config/project-root.ts';
import { runProgram } from '../../../local/process/run-program.ts';
import { installClient } from '../../support/install-client.ts';
import { corpus } from '../../support/world/world.ts';

let project: Awaited<ReturnType<typeof installClient>>;

beforeAll(async () => {
  project = await installClient();
});
afterAll(() => project?.remove());

test('the packed client prints the newest lot in an empty project, on each Node of this machine', async () => {
  const { data } = await corpus.ask('auctions/latest');
  for (const title of await project.newestLot(corpus.url)) expect(title).toBe(data[0].title);
});

test('programs that use the packed client are type-checked, also without testcontainers', async () => {
  const program = `
    import { createClient, type Lot } from 'gem-auctions-client';
    export async function check() {
      const { data } = await createClient('http://127.0.0.1:3000').listAuctions({ gem_name: 'ruby' });
      const lots: Lot[] = data;
      const price: number | null | undefined = data[0]?.price_final_usd;
      // @ts-expect-error The record has no such field.
      data[0]?.titel;
      return [lots, price];
    }`;
  writeFileSync(join(project.folder, 'check.ts'), program);
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  for (const modules of ['nodenext', 'bundler']) {
    const options = ['--module', modules === 'bundler' ? 'esnext' : modules, '--moduleResolution', modules];
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom'];
    await runProgram(tsc, [...strict, ...options, 'check.ts'], { cwd: project.folder });
  }
});
