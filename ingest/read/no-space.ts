/** There is no space left below IMPORT_ROOT: making some, and trying again, mends it. */
export class NoSpace extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `There is no space left on the disk of IMPORT_ROOT (${folder}). Make some there, and import or retry again.`,
      { cause },
    );
    this.name = 'NoSpace';
  }
}

/** The error of a write below IMPORT_ROOT, in words for the operator where the disk is full. */
export function explainNoSpace(error: unknown, folder: string): unknown {
  return isNoSpace(error) ? new NoSpace(folder, error) : error;
}

/** A full disk, or a quota that is used up. */
function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
