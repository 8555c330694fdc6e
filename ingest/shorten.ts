/** Longest reason or message that is kept: what it quotes of a file can be a megabyte. */
const longestReason = 1_000;

/** A reason as it is kept and shown: its beginning, where it is longer than 1,000 characters. */
export function shortenReason(reason: string): string {
  return shorten(reason, longestReason);
}

/** A name or value of a file, as a message quotes it: at most 100 characters. */
export function quote(text: string): string {
  return `"${shorten(text, 100)}"`;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
