import type { FileReport } from '../inspect/inspect-file.ts';
import { profileNames, readProfile } from './load-profile.ts';

/**
 * Finds the built-in profile whose `recognized_by` columns a file all has; of several the one with the most such columns.
 * @returns its name
 */
export async function recognizeProfile({
  columns,
}: Pick<FileReport, 'columns'>): Promise<string | undefined> {
  const found = await Promise.all(
    (await profileNames()).map(async (name) => {
      const { written } = await readProfile(name);
      return { name, known: written.recognized_by as string[] };
    }),
  );
  return found
    .filter(({ known }) => known.every((name) => columns.some(({ column }) => column === name)))
    .toSorted((a, b) => b.known.length - a.known.length)[0]?.name;
}
