import { createWriteStream } from 'node:fs';
import { glob, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explainNoSpace } from '../errors.ts';
import { CliError } from './session.ts';

/** A file to import. */
export interface InputFile {
  path: string;
  /** As the operator knows it. */
  name: string;
  /** Written for this import alone. */
  temporary: boolean;
}

const importable = /\.(csv|tsv|txt|ndjson|jsonl|json)(\.(gz|zst))?$/i;

/**
 * The files that the arguments mean: files, the importable files of folders, globs, and standard input as "-".
 * @throws CliError for an argument that means no file.
 */
export async function filesOf(
  patterns: string[],
  options: { format?: string; spoolFolder?: string },
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const pattern of patterns) {
    if (pattern === '-') files.push(await spoolStandardInput(options));
    else files.push(...(await expand(pattern)).map((path) => ({ path, name: path, temporary: false })));
  }
  return files;
}

async function expand(pattern: string): Promise<string[]> {
  const info = await stat(pattern).catch(() => undefined);
  if (info?.isFile()) return [pattern];
  const found = info?.isDirectory()
    ? (await readdir(pattern, { withFileTypes: true }))
        .filter((item) => item.isFile() && importable.test(item.name))
        .map(({ name }) => join(pattern, name))
    : await Array.fromAsync(glob(pattern));
  if (found.length === 0) {
    throw new CliError(
      info ? `The folder "${pattern}" has no file to import.` : `There is no file "${pattern}".`,
    );
  }
  return found.sort();
}

async function spoolStandardInput(options: { format?: string; spoolFolder?: string }): Promise<InputFile> {
  if (!options.format) throw new CliError('Standard input needs --format csv, ndjson or json.');
  if (!options.spoolFolder) throw new CliError('Standard input cannot be read in a dry run; name a file.');
  await mkdir(options.spoolFolder, { recursive: true });
  const path = join(options.spoolFolder, `stdin-${process.pid}-${Date.now()}.${options.format}`);
  try {
    await pipeline(process.stdin, createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw explainNoSpace(error, options.spoolFolder);
  }
  return { path, name: `standard input (${basename(path)})`, temporary: true };
}
