import { UnrecoverableError } from 'bullmq';
import { unescapeText } from './cell-text.ts';
import { parseXml } from './parse-xml.ts';

/** Bytes of the texts that cells of a workbook refer to; they are kept in memory. */
const maxBytes = 64 * 2 ** 20;

/** Returns the shared text at a position. */
export type SharedTexts = (place: number) => string;

/**
 * Reads the shared texts of a workbook into one buffer outside the heap.
 * @throws UnrecoverableError when they are more than 64 MiB
 */
export async function readSharedTexts(chunks: AsyncIterable<Buffer>): Promise<SharedTexts> {
  let bytes = Buffer.alloc(2 ** 16);
  let used = 0;
  const ends: number[] = [];
  for await (const text of parseXml(chunks, textHandler('si'))) {
    const length = Buffer.byteLength(text);
    if (used + length > maxBytes || ends.length === maxBytes / 16) {
      throw new UnrecoverableError(
        `The workbook has more than ${maxBytes / 2 ** 20} MiB of text; save the sheet as CSV (UTF-8).`,
      );
    }
    if (used + length > bytes.length) {
      const larger = Buffer.alloc(Math.max(2 * bytes.length, used + length));
      bytes.copy(larger, 0, 0, used);
      bytes = larger;
    }
    used += bytes.write(text, used);
    ends.push(used);
  }
  return (place) => {
    const end = ends[place];
    if (end === undefined) return noTexts();
    return bytes.toString('utf8', place === 0 ? 0 : ends[place - 1], end);
  };
}

/** The shared texts of a workbook without any. @throws UnrecoverableError */
export function noTexts(): never {
  throw new UnrecoverableError('The workbook is damaged: a cell refers to a text that is missing.');
}

/** Collects the texts of elements: joins their runs, and omits Japanese reading aids. */
function textHandler(element: string) {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(name: string) {
      if (name === element) text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(part: string) {
      if (isText) text += part;
    },
    close(name: string, out: string[]) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === element) out.push(unescapeText(text));
    },
  };
}
