import { UnrecoverableError } from 'bullmq';
import { unescapeText } from './cell-text.ts';
import { parseXml, textCollector } from './parse-xml.ts';

/** Bytes of the texts that cells of a workbook refer to; they are kept in memory. */
const maxBytes = 64 * 2 ** 20;

/** Returns the shared text at a position. */
export type SharedTexts = (place: number) => string;

/**
 * Reads the shared texts of a workbook into memory outside the heap, of which only what is written is taken.
 * @throws UnrecoverableError when they are more than 64 MiB
 */
export async function readSharedTexts(chunks: AsyncIterable<Buffer>): Promise<SharedTexts> {
  const bytes = Buffer.allocUnsafeSlow(maxBytes);
  const ends = [0];
  const collector = textCollector();
  const texts = parseXml<string>(chunks, {
    ...collector,
    close(name, out) {
      collector.close(name);
      if (name === 'si') out.push(unescapeText(collector.take()));
    },
  });
  for await (const text of texts) {
    const start = ends.at(-1)!;
    if (start + Buffer.byteLength(text) > maxBytes || ends.length > maxBytes / 16) {
      throw new UnrecoverableError(
        `The workbook has more than ${maxBytes / 2 ** 20} MiB of text; save the sheet as CSV (UTF-8).`,
      );
    }
    ends.push(start + bytes.write(text, start));
  }
  return (place) => {
    const end = ends[place + 1];
    return end === undefined ? noTexts() : bytes.toString('utf8', ends[place], end);
  };
}

/** The shared texts of a workbook without any. @throws UnrecoverableError */
export function noTexts(): never {
  throw new UnrecoverableError('The workbook is damaged: a cell refers to a text that is missing.');
}
