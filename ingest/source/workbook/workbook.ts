import { Readable } from 'node:stream';
import { UnrecoverableError } from 'bullmq';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isTransient, quote, ShuttingDown } from '../../errors.ts';
import type { SourceBytes } from '../source-bytes.ts';
import { type CellFormat, cellFormat } from './cell-text.ts';
import { readXml } from './parse-xml.ts';

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Name of its part in the archive. */
  part: string;
}

/** An open workbook: its sheets, and how its cells are read. */
export interface Workbook {
  sheets: Sheet[];
  /** Whether days are counted from 1904. */
  isFrom1904: boolean;
  /** How the numbers of a style are shown, by the number of the style. */
  formats: CellFormat[];
  /** Name of the part with the shared texts, if there is one. */
  texts: string | undefined;
  /** The unpacked bytes of a part. */
  read(part: string): Promise<AsyncIterable<Buffer>>;
}

/** Parts of an archive; a workbook has some dozens. */
const maxParts = 10_000;

/** Bytes of a part that lists sheets or styles. */
const maxListBytes = 16 * 2 ** 20;

/**
 * Opens an .xlsx workbook; parts are unpacked as they are read.
 * @throws UnrecoverableError with a remedy for another archive or a damaged one
 */
export async function openWorkbook(bytes: SourceBytes): Promise<Workbook> {
  const { zip, parts } = await openArchive(bytes);
  refuseOtherArchive(parts);
  const read = async (part: string) => {
    const entry = parts.get(part);
    if (!entry) throw new UnrecoverableError(`The workbook is damaged: it lacks ${quote(part)}.`);
    return zip.openReadStreamPromise(entry);
  };
  return readLists(read, (part) => parts.has(part));
}

/** Turns an error of the workbook's content into one for the operator; returns other errors as they are. */
export function explainDamage(error: unknown): unknown {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  const isOfSystem = name === 'AbortError' || /^E(?!RR_)/.test(code) || isTransient(error);
  if (isOfSystem || error instanceof UnrecoverableError || error instanceof ShuttingDown) return error;
  return new UnrecoverableError(
    `The workbook cannot be read (${(error as Error).message}): open it in a spreadsheet program and save it again, or save the sheet as CSV (UTF-8).`,
  );
}

async function openArchive(bytes: SourceBytes): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  const { size } = bytes.version;
  const zip = await yauzl.fromRandomAccessReaderPromise(new PartReader(bytes), size, { autoClose: false });
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, entry);
    if (parts.size > maxParts) throw new Error(`it has more than ${maxParts} parts`);
  }
  return { zip, parts };
}

/** Reads the archive from a file or an object. */
class PartReader extends yauzl.RandomAccessReader {
  readonly #bytes: SourceBytes;

  constructor(bytes: SourceBytes) {
    super();
    this.#bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes.read(start, end), { objectMode: false });
  }
}

function refuseOtherArchive(parts: ReadonlyMap<string, unknown>): void {
  const refuse = (what: string, remedy: string) => {
    throw new UnrecoverableError(`The file is ${what}, which is not supported: ${remedy}.`);
  };
  const save = 'save it as .xlsx, or the sheet as CSV (UTF-8)';
  if (parts.has('xl/workbook.bin')) refuse('a binary Excel workbook (.xlsb)', save);
  if (parts.has('mimetype') && parts.has('content.xml')) refuse('an OpenDocument file (.ods)', save);
  if (!parts.has('_rels/.rels')) refuse('a ZIP archive', 'unpack it, and import the files in it');
}

/** Where a relation of a part leads to. */
interface Relation {
  id: string;
  type: string;
  target: string;
}

type Read = Workbook['read'];

async function readLists(read: Read, has: (part: string) => boolean): Promise<Workbook> {
  const listed = async (part: string) => bounded(await read(part), maxListBytes);
  const relations = async (part: string): Promise<Relation[]> =>
    readXml<Relation>(await listed(part), {
      open(name, { Id = '', Type = '', Target = '' }, out) {
        if (name === 'Relationship') out.push({ id: Id, type: Type.replace(/.*\//, ''), target: Target });
      },
    });
  const book = (await relations('_rels/.rels')).find(({ type }) => type === 'officeDocument')?.target;
  const main = pathOf('', book ?? '');
  if (!has(main)) {
    throw new UnrecoverableError(
      'The file is a ZIP archive without a workbook; unpack it, or save the sheet as CSV (UTF-8).',
    );
  }
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const links = await relations(`${folder}_rels/${main.slice(folder.length)}.rels`);
  const partOf = (type: string) => {
    const link = links.find((one) => one.type === type);
    const part = link && pathOf(folder, link.target);
    return part !== undefined && has(part) ? part : undefined;
  };

  let isFrom1904 = false;
  const sheets = await readXml<Sheet>(await listed(main), {
    open(name, attributes, out) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const link = links.find((one) => one.id === id && one.type === 'worksheet');
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      if (link) out.push({ name: attributes.name ?? '', isHidden, part: pathOf(folder, link.target) });
    },
  });
  const styles = partOf('styles');
  return {
    sheets,
    isFrom1904,
    formats: styles === undefined ? [] : await readStyles(await listed(styles)),
    texts: partOf('sharedStrings'),
    read,
  };
}

/** For each style of cells how it shows numbers. */
async function readStyles(chunks: AsyncIterable<Buffer>): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  let isOfCells = false;
  return readXml<CellFormat>(chunks, {
    open(name, { numFmtId = '0', formatCode = '' }, out) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells)
        out.push(cellFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
}

/** The name of a part that another one in this folder refers to. */
function pathOf(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1);
}

/** Passes bytes on up to a limit. @throws Error beyond it */
export async function* bounded(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of chunks) {
    passed += chunk.length;
    if (passed > limit) throw new Error(`a part of it has more than ${limit / 2 ** 20} MiB unpacked`);
    yield chunk;
  }
}
