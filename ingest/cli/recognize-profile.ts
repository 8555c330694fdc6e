import { profileNames, readProfile } from './load-profile.ts';

/**
 * Finds the built-in profile whose `recognized_by` columns a file all has; of several the one with the most such columns.
 * @returns its name
 */
export async function recognizeProfile(columns: readonly string[]): Promise<string | undefined> {
  const found = await Promise.all(
    (await profileNames()).map(async (name) => {
      const { written } = await readProfile(name);
      return { name, known: written.recognized_by as string[] };
    }),
  );
  return found
    .filter(({ known }) => known.every((column) => columns.includes(column)))
    .toSorted((a, b) => b.known.length - a.known.length)[0]?.name;
}
