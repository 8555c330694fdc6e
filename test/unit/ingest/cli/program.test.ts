import { expect, test } from 'vitest';
import { program } from '../../../../ingest/cli/program.ts';

const namesOf = async (first?: string) => (await program(first)).commands.map((command) => command.name());

test('a command name loads only its command, and any other word loads all commands', async () => {
  const all = await namesOf();
  expect(all).toContain('import');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
  for (const other of ['--help', 'improt', 'constructor']) expect(await namesOf(other)).toEqual(all);
});
