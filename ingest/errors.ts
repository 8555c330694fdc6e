/** Thrown when an import ends without having done its work; the reason is for the operator. */
export class ImportFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ImportFailed';
  }
}

/** A change that came too late: the live index was exchanged, or the import was ended, by somebody else meanwhile. */
export class StaleWriter extends Error {
  constructor() {
    super('The live index was exchanged, or the import was ended, meanwhile.');
    this.name = 'StaleWriter';
  }
}

/** The disk of IMPORT_ROOT is full: retrying helps once space is freed. */
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

/** Longest reason or message that is kept: what it quotes of a file can be a megabyte. */
const maxReasonLength = 1_000;

/** A reason as it is kept and shown: its beginning, where it is longer than 1,000 characters. */
export function shortenReason(reason: string): string {
  return shorten(reason, maxReasonLength);
}

/** A name or value of a file, as a message quotes it: at most 100 characters. */
export function quote(text: string): string {
  return `"${shorten(text, 100)}"`;
}

/** A text cut to a length, whole characters only. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
