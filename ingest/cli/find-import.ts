import { InvalidArgumentError } from 'commander';
import type { ImportEntry, ImportLog } from '../import-log.ts';
import { CliError } from './session.ts';

/** The number of an import as an argument. */
export function importNumber(text: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(text))
    throw new InvalidArgumentError('The number of an import is a whole number.');
  return Number(text);
}

/** @throws CliError when there is no such import. */
export async function findImport(log: ImportLog, id: number): Promise<ImportEntry> {
  const entry = await log.find(id);
  if (!entry) throw new CliError(`There is no import ${id}. List them: npx gem-auctions imports`);
  return entry;
}
