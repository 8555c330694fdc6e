/** Longest text of a title suggestion: in quotes it is a value of the parameter `q`, which takes 200 characters. */
const maxLength = 198;

/** A title as it is suggested: in one line, and cut after a word where it is too long; '' where it has no word. */
export function suggestedTitle(title: string): string {
  const line = title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const text = line.length <= maxLength ? line : line.slice(0, Math.max(0, line.lastIndexOf(' ', maxLength)));
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** The value of `q` that finds the lots whose title has a suggested one in it. Quotes inside would end the phrase. */
export function phraseQuery(text: string): string {
  return `"${text.replaceAll('"', ' ').replace(/ +/g, ' ').trim()}"`;
}
