import { UnrecoverableError } from 'bullmq';
import { SaxesParser } from 'saxes';

/** The attributes of a tag. */
export type Attributes = Record<string, string>;

/** What is done at the tags and texts of a document; names come without their prefix. Results go to `out`. */
export interface XmlHandler<T> {
  open(name: string, attributes: Attributes, out: T[]): void;
  text?(text: string): void;
  close?(name: string, out: T[]): void;
}

/** Characters of a text, and bytes without a tag: far more than a cell may hold (32,767). */
const maxTextLength = 2 ** 20;

const tooLong = () => new UnrecoverableError('The workbook has a text of more than 1 MiB in one cell.');

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
    handler.open(local(name), attributes as Attributes, out);
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
    if (sinceTag > maxTextLength) throw tooLong();
    yield* out;
    out = [];
  }
  parser.close();
  yield* out;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Elements of a list: far more than a workbook has styles. */
const maxElements = 1_000_000;

/** The attributes of the elements of some names, in their order. @throws Error for more than a million */
export async function elementsOf(
  chunks: AsyncIterable<Buffer>,
  names: readonly string[],
): Promise<{ name: string; attributes: Attributes }[]> {
  let found = 0;
  return Array.fromAsync(
    parseXml<{ name: string; attributes: Attributes }>(chunks, {
      open(name, attributes, out) {
        if (!names.includes(name)) return;
        if (++found > maxElements) throw new Error(`it lists more than ${maxElements} elements`);
        out.push({ name, attributes });
      },
    }),
  );
}

/** Collects the text of a cell or a shared one: joins its runs, and leaves out Japanese reading aids. */
export function textCollector() {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open(name: string) {
      if (name === 'rPh') isPhonetic = true;
      isText = name === 'v' || (name === 't' && !isPhonetic);
    },
    text(part: string) {
      if (isText) text += part;
      if (text.length > maxTextLength) throw tooLong();
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    /** The text since the last call. */
    take(): string {
      const taken = text;
      text = '';
      return taken;
    },
  };
}
