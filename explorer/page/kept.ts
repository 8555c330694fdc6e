/*
 * What the browser keeps between visits. Storage may be blocked: then nothing is kept.
 */

/** The name of the saved searches. */
export const savedSearches = 'saved-searches';

/** The text that is kept under a name: null if there is none, undefined if the browser keeps nothing. */
export function readKept(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Keeps a text. @returns whether the browser keeps it */
export function keep(name: string, content: string): boolean {
  try {
    localStorage.setItem(name, content);
    return true;
  } catch {
    return false;
  }
}
