import type { FileReport } from '../inspect/inspect-file.ts';
import { knownColumns, requiredFields } from '../record/input.ts';
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

/** What is said of a file that has the columns of a record. */
export const needsNoProfile = 'The columns are those of a record, so the file is imported without a profile';

/** Whether a file has the columns of a record, with numbers as ids, and is read as it is. */
export function hasRecordColumns({ columns, header_line, records_at }: FileReport): boolean {
  const names = columns.map(({ column }) => column);
  return (
    !header_line &&
    !records_at &&
    requiredFields.every((name) => names.includes(name)) &&
    columns.every(({ column, kind }) =>
      column === 'id' ? kind === 'integer' : knownColumns.includes(column),
    )
  );
}
