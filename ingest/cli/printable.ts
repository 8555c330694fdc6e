/**
 * Control characters but for line ends and tabs, and what turns the direction of text around. A terminal acts on them: data
 * could clear the screen, retitle the window, or show another text than there is.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a file, a message or a name as a terminal may get it: what it would act on stands as `\u001b`. */
export function printable(text: string): string {
  return text.replace(acting, escaped);
}

/** The same in one line, for a cell of a table. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, escaped);
}

/** Data for standard output: exact for a file or a program, printable for a person. */
export function onTerminal(text: string): string {
  return process.stdout.isTTY ? printable(text) : text;
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
