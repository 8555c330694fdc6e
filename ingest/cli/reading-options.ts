import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileFormats } from '../queue/contract.ts';

/** Adds the options of how a file is read to a command. */
export function addReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'taken from the file name if not given').choices([...fileFormats]),
    )
    .option(
      '--encoding <name>',
      'such as windows-1250 or gb18030; found if neither this nor a profile names it',
    )
    .option('--delimiter <character>', 'of a CSV file; "tab" for a tab; detected if not given', delimiter);
}

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (!/^[\t -!#-~]$/.test(character)) {
    throw new InvalidArgumentError('It must be one ASCII character other than a quote, or the word tab.');
  }
  return character;
}
