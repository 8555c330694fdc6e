/** The decoded parameters of a query string, in order. */
export interface QueryPairs {
  pairs: { name: string; value: string }[];
  /** The names, cut at 200 characters, of undecodable parameters. */
  undecodable: string[];
}

/**
 * Parses a raw query string (`application/x-www-form-urlencoded`: `+` is a space) strictly: text that is
 * not percent-encoded UTF-8 or holds a NUL character stays undecoded.
 */
export function readQueryString(raw: string): QueryPairs {
  const pairs: QueryPairs['pairs'] = [];
  const undecodable: string[] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) undecodable.push((name ?? rawName).slice(0, 200));
    else pairs.push({ name, value });
  }
  return { pairs, undecodable };
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
