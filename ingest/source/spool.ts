import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { explainNoSpace } from '../errors.ts';
import { Unavailable } from '../retry/retry-while-unavailable.ts';

/** Folder below IMPORT_ROOT for decompressed copies and records that came inline. */
const spoolFolder = '.spool';

/** Which run of which import a copy belongs to. */
export interface SpoolKey {
  id: number;
  run: number;
}

/** Path of the spooled file of a run of an import. Several aliases may share one import folder. */
export const spoolPath = (importRoot: string, indexAlias: string, { id, run }: SpoolKey) =>
  join(importRoot, spoolFolder, `${indexAlias}-${id}.${run}`);

/**
 * Makes a file whole or not at all, once: a worker that was stopped while it wrote, and goes on after another has taken
 * over, leaves the file that the other one made as it is.
 * @param write fills a file that nobody else knows of
 */
export async function makeOnce(path: string, write: (part: string) => Promise<unknown>): Promise<void> {
  if (await exists(path)) return;
  const folder = dirname(path);
  await makeFolder(folder);
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await write(part);
    await publish(part, path);
  } catch (error) {
    throw explainNoSpace(error, folder);
  } finally {
    await rm(part, { force: true });
  }
}

/** Gives the file its name, unless it has been made meanwhile. */
async function publish(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (await exists(path)) return;
    // Not every file system has hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await rename(part, path);
  }
}

/** The spool folder alone: IMPORT_ROOT itself is never made here, since it may be a drive that is not mounted. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') throw new Unavailable(`${dirname(folder)} is missing.`, error);
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return false;
    },
  );
}

/**
 * The copies in the spool of this machine, and which run of which import each belongs to. Workers that share no folder
 * make copies of their own, of which the worker that ends the import knows nothing.
 */
export async function spooledCopies(
  importRoot: string,
  indexAlias: string,
): Promise<(SpoolKey & { path: string })[]> {
  const folder = join(importRoot, spoolFolder);
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    if (!name.startsWith(`${indexAlias}-`)) return [];
    const [, id, run] = /^(\d+)\.(\d+)/.exec(name.slice(indexAlias.length + 1)) ?? [];
    return id ? [{ path: join(folder, name), id: Number(id), run: Number(run) }] : [];
  });
}

/** Removes what this run of an import, and the runs before it, have in the spool: copies, and parts of copies. */
export async function removeSpool(importRoot: string, indexAlias: string, key: SpoolKey): Promise<void> {
  const folder = join(importRoot, spoolFolder);
  const names = await readdir(folder).catch(() => []);
  const prefix = basename(spoolPath(importRoot, indexAlias, { ...key, run: 0 })).slice(0, -1);
  for (const name of names) {
    if (name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10) <= key.run) {
      await rm(join(folder, name), { force: true });
    }
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
