import { isUtf8 } from 'node:buffer';
import { UnrecoverableError } from 'bullmq';
import chardet from 'chardet';
import { quote } from '../errors.ts';
import { isEncoding } from '../record/profile/profile.ts';

/** A text is not UTF-8, and several encodings are likely. */
class UncertainEncoding extends UnrecoverableError {
  /** Names of encodings, the likeliest first. */
  readonly likely: string[];

  /** @param readings a word of the text in each likely encoding, by its name */
  constructor(readings: ReadonlyMap<string, string>) {
    const read = [...readings].map(([name, word]) => `${name} (${quote(word)})`);
    super(
      `The file is not UTF-8, and its encoding is not certain. Name it with --encoding or in the profile; one of its words is read as ${read.join(', ')}.`,
    );
    this.likely = [...readings.keys()];
  }
}

/** Encodings that are named if nothing speaks against them. */
const common = ['windows-1252', 'windows-1250', 'windows-1251', 'gb18030', 'big5', 'shift_jis', 'euc-kr'];

/** An encoding counts as likely from this share of the confidence in the likeliest. */
const likelyShare = 0.7;

/** Confidence of the detector, up to 100, below which nothing is certain. */
const minConfidence = 20;

/** Bytes of lines that are not UTF-8, which the detector sees. */
const sampleBytes = 2 ** 16;

/**
 * Detects the encoding of a text: UTF-8, unless more of its lines with other characters than ASCII are none.
 * Encodings that read those lines alike need not be told apart.
 * @param head the beginning of the text
 * @throws UncertainEncoding
 */
export function detectEncoding(head: Buffer): string {
  const all = head.toString('latin1').split(/(?<=\n)/);
  // Without one that is cut off at the end.
  if (all.length > 1 && !all.at(-1)!.endsWith('\n')) all.pop();
  const lines = all.filter((line) => /[^\0-\x7f]/.test(line)).map((line) => Buffer.from(line, 'latin1'));
  const others = lines.filter((line) => !isUtf8(line));
  if (others.length <= lines.length / 2) return 'utf-8';
  // Of a long text only these lines, since others tell nothing.
  const sample = head.length > sampleBytes ? Buffer.concat(others).subarray(0, sampleBytes) : head;
  const found = chardet
    .analyse(sample)
    .filter(({ name }) => isEncoding(name))
    .map(({ name, confidence }) => ({ name: encodingOf(name), confidence, text: decode(sample, name) }))
    .filter(({ text }) => !unreadable.test(text));
  const likely = found.filter(({ confidence }) => confidence >= found[0]!.confidence * likelyShare);
  const [first] = likely;
  const isAlike = likely.every(({ text }) => text === first!.text);
  const isMac = first !== undefined && macintosh.test(first.text);
  if (first && isAlike && !isMac && first.confidence >= minConfidence) return first.name;
  const texts = new Map(likely.map(({ name, text }) => [name, text]));
  for (const name of isMac ? ['macintosh', ...common] : common) {
    const text = decode(sample, name);
    if (!unreadable.test(text)) texts.set(name, text);
  }
  throw new UncertainEncoding(new Map([...texts].map(([name, text]) => [name, odd.exec(text)?.[0] ?? ''])));
}

/** Without a character that is cut off at the end. */
const decode = (bytes: Buffer, name: string) => new TextDecoder(name).decode(bytes, { stream: true });

/** What only a wrong encoding gives. */
const unreadable = /[\ufffd\u0080-\u009f]/;

/** Letters of Mac Roman as Windows-1252 reads them, amid small ones: "é" is "Ž", "ü" is "Ÿ". The detector does not know it. */
const macintosh = /\p{Ll}[ŠŽŸŒˆ‡†‰‹›˜™]\p{Ll}/u;

/** A word with other characters than ASCII. */
const odd = /[^\s,;|"]*[^\0-\x7f][^\s,;|"]*/;

/**
 * The name of an encoding as TextDecoder gives it: "latin1" is "windows-1252".
 * @throws UnrecoverableError when there is none of this name
 */
export function encodingOf(name: string): string {
  if (isEncoding(name)) return new TextDecoder(name).encoding;
  throw new UnrecoverableError(
    `There is no encoding ${quote(name)}. Use a name of the Encoding standard, such as utf-8, windows-1250 or gb18030.`,
  );
}
