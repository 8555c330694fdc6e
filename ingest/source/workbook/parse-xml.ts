import { UnrecoverableError } from 'bullmq';
import { SaxesParser } from 'saxes';

/** What is done at the tags and texts of a document; names come without their prefix. Results go to `out`. */
export interface XmlHandler<T> {
  open(name: string, attributes: Record<string, string>, out: T[]): void;
  text?(text: string): void;
  close?(name: string, out: T[]): void;
}

/** Characters without a tag: far more than a cell may hold (32,767). A longer text would be collected in memory. */
const maxTextLength = 2 ** 20;

/**
 * Parses XML as it comes, a chunk at a time, and passes on what the handler makes of it. Entities that a document defines
 * are not expanded.
 * @throws UnrecoverableError for a text or a tag that is longer than 1 MiB; Error where it is no XML
 */
export async function* parseXml<T>(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler<T>,
): AsyncGenerator<T, void> {
  const parser = new SaxesParser();
  let out: T[] = [];
  let sinceTag = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    handler.open(local(name), attributes as Record<string, string>, out);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    handler.close?.(local(name), out);
  });
  if (handler.text) {
    parser.on('text', (text) => handler.text!(text));
    parser.on('cdata', (text) => handler.text!(text));
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    sinceTag += chunk.length;
    if (sinceTag > maxTextLength)
      throw new UnrecoverableError('The workbook has a text of more than 1 MiB in one cell.');
    yield* out;
    out = [];
  }
  parser.close();
  yield* out;
}

/** The whole of a small document. */
export async function readXml<T>(chunks: AsyncIterable<Buffer>, handler: XmlHandler<T>): Promise<T[]> {
  return Array.fromAsync(parseXml(chunks, handler));
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
