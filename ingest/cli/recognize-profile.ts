import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { isObjectUrl } from '../queue/contract.ts';
import { isObject } from '../record/profile/expand-profile.ts';
import { profileNames, profilesFolder } from './load-profile.ts';

/** A profile, as `--profile` takes it, and where it is. */
interface Candidate {
  nameOrPath: string;
  path: string;
}

/**
 * Finds the profile whose `recognized_by` columns the file all has: one beside the file or in the working folder, else a
 * built-in one. Of several it is the one with the most such columns.
 */
export async function recognizeProfile(
  file: string,
  columns: readonly string[],
): Promise<string | undefined> {
  const folders = [...new Set(['.', isObjectUrl(file) ? '.' : dirname(file)])];
  const own = (await Promise.all(folders.map(profilesIn))).flat();
  const builtIn = (await profileNames()).map((name) => ({
    nameOrPath: name,
    path: join(profilesFolder, `${name}.yaml`),
  }));
  const found = await Promise.all(
    [...own, ...builtIn].map(async ({ nameOrPath, path }) => ({
      nameOrPath,
      known: await columnsKnown(path),
    })),
  );
  return found
    .filter(({ known }) => known.length > 0 && known.every((column) => columns.includes(column)))
    .toSorted((a, b) => b.known.length - a.known.length)[0]?.nameOrPath;
}

async function profilesIn(folder: string): Promise<Candidate[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /\.ya?ml$/i.test(name))
    .map((name) => relative('.', join(folder, name)))
    .map((path) => ({ nameOrPath: path, path }));
}

/** The columns by which a profile is recognized; none if the file is not a profile. */
async function columnsKnown(path: string): Promise<string[]> {
  try {
    const written: unknown = parse(await readFile(path, 'utf8'));
    const known = isObject(written) ? written.recognized_by : undefined;
    return Array.isArray(known) ? known.filter((column) => typeof column === 'string') : [];
  } catch {
    return [];
  }
}
