import type { Problem } from '../errors.ts';

/** The parameters of a query string in their order, decoded, and what could not be decoded. */
export interface QueryPairs {
  pairs: { name: string; value: string }[];
  problems: Problem[];
}

/**
 * Takes a raw query string apart (`application/x-www-form-urlencoded`: `+` is a space), without guessing:
 * broken percent-encoding and NUL characters are problems, not replacement characters.
 */
export function readQueryString(raw: string): QueryPairs {
  const pairs: QueryPairs['pairs'] = [];
  const problems: Problem[] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      const parameter = (name ?? rawName).slice(0, 200);
      problems.push({
        parameter,
        message: `${parameter} is not percent-encoded UTF-8, or holds a NUL character.`,
      });
      continue;
    }
    pairs.push({ name, value });
  }
  return { pairs, problems };
}

/** Undefined where the text cannot be decoded. */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
