import { randomBytes } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { copyFile, glob, link, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withLocalStack } from '../../../config/read-settings.ts';
import { explainNoSpace } from '../../errors.ts';
import { enqueueImport } from '../../import/enqueue.ts';
import { type ImportFilePayload, isObjectUrl } from '../../queue/contract.ts';
import type { Profile } from '../../record/profile/profile.ts';
import { type IngestConfig, readIngestConfig } from '../../services.ts';
import { importable, listObjects } from '../../source/list-sources.ts';
import { type ObjectStore, objectStore } from '../../source/object-store.ts';
import type { ImportEntry } from '../../store/import-entry.ts';
import { watchImports } from '../follow-import.ts';
import { addReadingOptions } from '../reading-options.ts';
import { CliError, type CliSession, withSession } from '../session.ts';
import { printableLine } from '../show.ts';

/** Options of how a file is imported, shared with schedules. */
export interface FileOptions {
  replace?: boolean;
  delete?: boolean;
  format?: ImportFilePayload['format'];
  encoding?: ImportFilePayload['encoding'];
  delimiter?: string;
  profile?: string;
  rates?: string;
  minRecords?: number;
  maxRejectRate?: number;
}

interface ImportOptions extends FileOptions {
  keepSamples?: boolean;
  detach?: boolean;
  dryRun?: boolean;
  guess?: boolean;
  yes?: boolean;
  json?: boolean;
}

export function importCommand(): Command {
  const command = new Command('import');
  return addFileOptions(command)
    .argument('<file...>', 'files, folders, globs or s3://bucket/key; - for standard input (with --format)')
    .option('--keep-samples', 'keep the synthetic sample lots, which the first import of other lots removes')
    .option('--detach', 'enqueue and return at once')
    .option('--dry-run', 'check everything, show totals by reason and the first records, and write nothing')
    .addOption(
      new Option(
        '--guess',
        'propose a profile, ask what the file does not say, show five records, import after a yes',
      ).conflicts(['profile', 'json']),
    )
    .option('--yes', 'with --guess: import without asking, if there is no question')
    .option('--json', 'one JSON object per file')
    .addHelpText(
      'after',
      `
Examples:
  gem-auctions import sales-2026.csv
  gem-auctions import 'results/*.ndjson.gz' --detach
  gem-auctions import everything.csv --replace --min-records 100000
  gem-auctions import withdrawn.csv --delete
  gem-auctions import s3://lots/2026/may.csv.gz 's3://lots/2025/*.csv' s3://lots/older/
  gem-auctions import lots.csv --profile christies-lots
  gem-auctions import lots.xlsx --guess
  zcat lots.csv.gz | gem-auctions import - --format csv`,
    )
    .action(async (patterns: string[], options: ImportOptions) => {
      const config = readIngestConfig(withLocalStack(process.env));
      const work = options.guess ? await withGuess(patterns, options, config) : await withProfile(options);
      if (!work) return;
      if (!options.dryRun) return start(patterns, work);
      const { dryRun } = await import('../dry-run.ts');
      const files = await filesOf(patterns, config, options);
      process.exitCode = await dryRun(files, work, objectStore(config), config);
    });
}

/** Adds the options of `FileOptions` to a command. */
export function addFileOptions(command: Command): Command {
  return addReadingOptions(command)
    .addOption(new Option('--replace', 'replace all data by this file, in one step').conflicts('delete'))
    .option('--delete', 'delete the records whose ids the file names')
    .option('--profile <name|path>', 'how the columns of another source become records (docs/profiles.md)')
    .option('--rates <name|path>', "with --profile: exchange rates instead of the profile's own")
    .option('--min-records <n>', 'with --replace: minimum number of records in the new data', whole)
    .option(
      '--max-reject-rate <share>',
      'with --replace: maximum share of rejects, 0 to 1 (default 0.05)',
      share,
    );
}

/** Options with the loaded profile. */
type WithProfile<Options> = Omit<Options, 'profile'> & { profile?: Profile };
type Work = WithProfile<ImportOptions>;

/** Loads the profile that the options name. @throws CliError, ProfileError */
export async function withProfile<Options extends FileOptions>(
  options: Options,
): Promise<WithProfile<Options>> {
  const { profile: name, ...rest } = options;
  if (options.rates && !name) throw new CliError('--rates needs --profile.');
  if (!name) return rest;
  const { loadProfile } = await import('../load-profile.ts');
  return { ...rest, profile: await loadProfile(name, options.rates) };
}

/** Guesses the profile of one file with the person at the terminal; undefined if they say no. */
async function withGuess(
  [file, ...others]: string[],
  options: ImportOptions,
  config: IngestConfig,
): Promise<Work | undefined> {
  if (others.length > 0 || file === '-') throw new CliError('--guess needs one file, which has a name.');
  const { guessProfile } = await import('../guess-profile.ts');
  const found = await guessProfile(file!, options, objectStore(config), {
    input: process.stdin,
    output: process.stdout,
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  });
  if (!found) console.error('Nothing was imported.');
  const { profile: _name, ...rest } = options;
  return found && { ...rest, ...found };
}

/** Maximum length of a name; a longer path is cut at its beginning. */
const maxNameLength = 500;

async function start(patterns: string[], options: Work): Promise<void> {
  await withSession(async (session) => {
    const { config } = session;
    const files = await filesOf(patterns, config, { ...options, spoolFolder: config.IMPORT_ROOT });
    // All files are found and placed before the first is enqueued, so that a typo in the last one starts nothing.
    const payloads = await placeAll(files, config.IMPORT_ROOT, options);
    const imports = await enqueueAll(payloads, session);
    if (options.detach) detached(imports, options);
    else await watchImports(imports, session, options);
  });
}

type Enqueued = Pick<ImportEntry, 'id' | 'source'>;

/** Enqueues the imports. If one fails, the imports before it continue and are listed. */
async function enqueueAll(payloads: NamedPayload[], session: CliSession): Promise<Enqueued[]> {
  const imports: Enqueued[] = [];
  try {
    for (const payload of payloads) {
      imports.push({ id: await enqueueImport(session, 'import-file', payload), source: payload.name });
    }
    return imports;
  } catch (error) {
    for (const { id, source } of imports) console.error(`import ${id} is enqueued: ${printableLine(source)}`);
    // The copy of the failed one stays: if it is in the log already, a worker processes it.
    await removeCopies(payloads.slice(imports.length + 1), session.config.IMPORT_ROOT);
    throw error;
  }
}

async function removeCopies(payloads: NamedPayload[], importRoot: string): Promise<void> {
  const copies = payloads.filter(({ temporary }) => temporary);
  await Promise.all(copies.map(({ path }) => rm(join(importRoot, path), { force: true })));
}

type NamedPayload = ImportFilePayload & { name: string };

/** Places the files; if one fails, no copy is left. */
async function placeAll(files: InputFile[], importRoot: string, options: Work): Promise<NamedPayload[]> {
  const payloads: NamedPayload[] = [];
  try {
    for (const { path, name, temporary } of files) {
      const placed = await placeFile(path, importRoot);
      if (placed.temporary && !options.json)
        console.error(printableLine(`${name}: linked or copied into IMPORT_ROOT as ${placed.path}`));
      payloads.push({
        ...{ ...payloadOf(options), path: placed.path, name: name.slice(-maxNameLength) },
        ...(options.keepSamples && { keep_samples: true }),
        temporary: placed.temporary || temporary,
      });
    }
    return payloads;
  } catch (error) {
    await removeCopies(payloads, importRoot);
    throw error;
  }
}

/** Builds a payload from the options. */
export function payloadOf(options: WithProfile<FileOptions>): Omit<ImportFilePayload, 'path'> {
  return {
    mode: options.replace ? 'replace' : options.delete ? 'delete' : 'upsert',
    ...(options.format && { format: options.format }),
    ...(options.encoding && { encoding: options.encoding }),
    ...(options.delimiter && { delimiter: options.delimiter }),
    ...(options.profile && { profile: options.profile }),
    ...(options.minRecords !== undefined && { min_records: options.minRecords }),
    ...(options.maxRejectRate !== undefined && { max_reject_rate: options.maxRejectRate }),
  };
}

function detached(imports: Enqueued[], options: Work): void {
  for (const { id, source } of imports) {
    console.log(
      options.json
        ? JSON.stringify({ id, state: 'waiting', source })
        : `import ${id}: ${printableLine(source)} (follow it: npx gem-auctions imports ${id})`,
    );
  }
}

function whole(text: string): number {
  if (!/^[0-9]{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function share(text: string): number {
  const value = Number(text);
  if (!/^[0-9.]+$/.test(text) || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}

/** A file or an object to import. */
interface InputFile {
  /** Path of the file, or URL of the object. */
  path: string;
  /** Name for the operator. */
  name: string;
  /** Whether it was written for this import only. */
  temporary: boolean;
}

/**
 * Finds the files of the arguments: files, the importable files of folders, globs, standard input as "-", and objects of a
 * store as `s3://bucket/key`, a prefix that ends in a slash, or a glob.
 * @throws CliError for an argument without files; UnrecoverableError when the store refuses
 */
async function filesOf(
  patterns: string[],
  config: IngestConfig,
  options: { format?: string; spoolFolder?: string },
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const pattern of patterns) {
    if (pattern === '-') files.push(await spoolStandardInput(options));
    else {
      const paths = isObjectUrl(pattern)
        ? await expandUrl(pattern, objectStore(config))
        : await expand(pattern);
      files.push(...paths.map((path) => ({ path, name: path, temporary: false })));
    }
  }
  return files;
}

async function expandUrl(url: string, objects: ObjectStore): Promise<string[]> {
  const found = await listObjects(url, objects);
  if (found.length === 0) throw new CliError(`There is nothing to import at "${url}".`);
  return found.map(({ path }) => path).sort();
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
      info
        ? `The folder "${pattern}" has no importable file (csv, ndjson, json, xlsx).`
        : `There is no file "${pattern}".`,
    );
  }
  return found.sort();
}

async function spoolStandardInput(options: { format?: string; spoolFolder?: string }): Promise<InputFile> {
  if (!options.format)
    throw new CliError('Standard input needs --format csv, --format ndjson or --format json.');
  if (!options.spoolFolder) throw new CliError('A dry run cannot read standard input. Name a file.');
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

/** A file that the worker can read. */
interface PlacedFile {
  /** Path relative to IMPORT_ROOT, or the URL of an object. */
  path: string;
  /** Whether it was linked or copied for this import, and is deleted when the import has ended. */
  temporary: boolean;
}

/**
 * Makes a file readable for the worker. A file outside IMPORT_ROOT is linked or copied there.
 * @throws CliError when there is no such file; NoSpace when the disk is full, after removing the partial copy
 */
export async function placeFile(file: string, importRoot: string): Promise<PlacedFile> {
  if (isObjectUrl(file)) return { path: file, temporary: false };
  const source = await realpath(resolve(file)).catch(() => {
    throw new CliError(`There is no file "${file}".`);
  });
  if (!(await stat(source)).isFile()) throw new CliError(`"${file}" is not a file.`);
  await mkdir(importRoot, { recursive: true });
  const root = await realpath(importRoot);
  const below = relative(root, source);
  if (!below.startsWith('..')) return { path: below, temporary: false };

  // Only the end of the name, so that the prefix does not make it too long; the extension tells the format.
  const path = `${randomBytes(6).toString('hex')}-${basename(source).slice(-100)}`;
  const target = join(root, path);
  try {
    await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
  } catch (error) {
    await rm(target, { force: true });
    throw explainNoSpace(error, root);
  }
  return { path, temporary: true };
}
