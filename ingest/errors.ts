/** Ends an import as failed; the message is shown to the operator. */
export class ImportFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ImportFailed';
  }
}

/** A write or change of aliases that came too late: another process switched the live index or ended the import. */
export class StaleWriter extends Error {
  constructor() {
    super('The live index was switched, or the import was ended, by another process.');
    this.name = 'StaleWriter';
  }
}

/** A profile that cannot be used; the message names every fault. */
export class ProfileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProfileError';
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

/** The error of a write below IMPORT_ROOT; NoSpace where the disk is full. */
export function explainNoSpace(error: unknown, folder: string): unknown {
  return isNoSpace(error) ? new NoSpace(folder, error) : error;
}

/** A full disk, or a quota that is used up. */
function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Maximum length of a stored reason or message: what it quotes of a file can be a megabyte. */
const maxReasonLength = 1_000;

/** A reason as it is stored and shown: at most 1,000 characters. */
export function shortenReason(reason: string): string {
  return shorten(reason, maxReasonLength);
}

/** A name or value of a file, quoted for a message: at most 100 characters. */
export function quote(text: string): string {
  return `"${shorten(text, 100)}"`;
}

/** A text cut to a length, never within a character. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
