import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { isObjectUrl } from '../queue/contract.ts';
import { isObject } from '../record/profile/expand-profile.ts';
import { profileNames, profilesFolder } from './load-profile.ts';

/**
 * Finds the profile whose `recognized_by` columns the file all has: one beside the file or in the working folder, else a
 * built-in one. Of several it is the one with the most such columns.
 * @returns its path or built-in name, as `--profile` takes it
 */
export async function recognizeProfile(
  file: string,
  columns: readonly string[],
): Promise<string | undefined> {
  const folders = [...new Set(['.', isObjectUrl(file) ? '.' : dirname(file)])];
  const own = (await Promise.all(folders.map(profilesIn))).flat();
  const builtIn = await profileNames();
  const candidates = [
    ...own.map((path) => [path, path] as const),
    ...builtIn.map((name) => [name, join(profilesFolder, `${name}.yaml`)] as const),
  ];
  const found = await Promise.all(
    candidates.map(async ([profile, path]) => ({ profile, known: await columnsKnown(path) })),
  );
  return found
    .filter(({ known }) => known.length > 0 && known.every((column) => columns.includes(column)))
    .toSorted((a, b) => b.known.length - a.known.length)[0]?.profile;
}

async function profilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /\.ya?ml$/i.test(name)).map((name) => relative('.', join(folder, name)));
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
