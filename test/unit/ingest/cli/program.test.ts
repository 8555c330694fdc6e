import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { program } from '../../../../ingest/cli/program.ts';

const namesOf = async (first?: string) => (await program(first)).commands.map((command) => command.name());

test('a command name loads only its command, and any other word shows all commands', async () => {
  const all = await namesOf();
  expect(all).toContain('import');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
  for (const other of ['--help', 'improt', 'constructor']) expect(await namesOf(other)).toEqual(all);
});

const cli = 'ingest/cli/gem-auctions.js';

/** The addresses of the files that a command line loads, below the root. */
function modulesOf(...args: string[]): string[] {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context); } });`;
  const traced = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, cli, ...args];
  const { status, stderr } = spawnSync(process.execPath, traced, { encoding: 'utf8' });
  expect(status).toBe(0);
  const root = new URL('../../../../', import.meta.url).href;
  return [...stderr.matchAll(/^loads (.*)$/gm)]
    .map(([, url]) => url!)
    .filter((url) => url.startsWith(root))
    .map((url) => url.slice(root.length));
}

test('--help loads the command line and its parser, and neither a command nor a client of a server', () => {
  const loaded = modulesOf('--help').filter((path) => !path.startsWith('node_modules/commander/'));
  expect(loaded).toEqual([cli, 'ingest/cli/program.ts', 'ingest/cli/exit-codes.ts']);
});

test('import loads neither the dry run nor the drafts of profiles until an option asks for them', () => {
  const loaded = modulesOf('import', '--help');
  expect(loaded).toContain('ingest/cli/commands/import.ts');
  const late = /^ingest\/(cli\/(dry-run|guess-profile|load-profile)|inspect\/|record\/titles\/)/;
  expect(loaded.filter((path) => late.test(path))).toEqual([]);
});

const stderrOf = (...args: string[]) =>
  spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' }).stderr;

/** What the command line prints about wrong words. */
async function complaintOf(...words: string[]): Promise<string> {
  const command = await program(words[0]);
  let printed = '';
  const collect = (one: Command) => {
    one.exitOverride().configureOutput({ writeErr: (text) => (printed += text) });
    for (const inner of one.commands) collect(inner as Command);
  };
  collect(command);
  await expect(command.parseAsync(words, { from: 'user' })).rejects.toThrow('unknown option');
  return printed;
}

test('a misspelled option of any command is answered with the one that was meant', async () => {
  const asked: [words: string[], option: string][] = [];
  for (const name of await namesOf()) {
    const [command] = (await program(name)).commands;
    for (const one of [command!, ...command!.commands]) {
      const path = one === command ? [name] : [name, one.name()];
      const [option] = one.options;
      if (option && one.options.every(({ mandatory }) => !mandatory)) asked.push([path, option.long!]);
    }
  }
  expect(asked.length).toBeGreaterThan(10);
  for (const [path, option] of asked)
    expect(await complaintOf(...path, option.slice(0, -1))).toContain(`(Did you mean ${option}?)`);
});

test('a misspelled command, also one of a group, is answered with the one that was meant', () => {
  expect(stderrOf('improt')).toContain('Did you mean import?');
  expect(stderrOf('samples', 'remov')).toContain('Did you mean remove?');
  expect(stderrOf('schedules', 'remov')).toContain(
    'There is no command "schedules remov" (did you mean remove?).',
  );
});

test.each(['import', 'inspect'])('%s takes the word tab for a delimiter, and one character', (name) => {
  const run = (delimiter: string) =>
    spawnSync(process.execPath, [cli, name, '--delimiter', delimiter, '--help'], { encoding: 'utf8' }).status;
  expect([run('tab'), run(';'), run('xx')]).toEqual([0, 0, 1]);
});
