import { Readable } from 'node:stream';
import { UnrecoverableError } from 'bullmq';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isTransient, quote, ShuttingDown } from '../../errors.ts';
import { bounded } from '../plain-text.ts';
import type { SourceBytes } from '../source-bytes.ts';
import { type CellFormat, cellFormat } from './cell-text.ts';
import { elementsOf } from './parse-xml.ts';

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

  const listed = async (part: string, ...names: string[]) =>
    elementsOf(bounded(await read(part), maxListBytes), names);
  /** The parts that a part refers to, with the kind and the id of the relation. */
  const relations = async (folder: string, part: string) =>
    (await listed(part, 'Relationship')).map(({ attributes: { Id, Type = '', Target = '' } }) => {
      return { id: Id, type: Type.replace(/.*\//, ''), part: pathOf(folder, Target) };
    });
  const main = (await relations('', '_rels/.rels')).find(({ type }) => type === 'officeDocument')?.part;
  if (main === undefined || !parts.has(main)) {
    throw new UnrecoverableError(
      'The file is a ZIP archive without a workbook; unpack it, or save the sheet as CSV (UTF-8).',
    );
  }
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const links = await relations(folder, `${folder}_rels/${main.slice(folder.length)}.rels`);
  const partOf = (type: string) => links.find((one) => one.type === type && parts.has(one.part))?.part;

  let isFrom1904 = false;
  const sheets: Sheet[] = [];
  for (const { name, attributes } of await listed(main, 'workbookPr', 'sheet')) {
    if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
    const link = links.find((one) => one.id === id && one.type === 'worksheet');
    const isHidden = (attributes.state ?? 'visible') !== 'visible';
    if (link) sheets.push({ name: attributes.name ?? '', isHidden, part: link.part });
  }
  const styles = partOf('styles');
  const listedStyles = styles === undefined ? [] : await listed(styles, 'numFmt', 'cellXfs', 'xf');
  return { sheets, isFrom1904, formats: formatsIn(listedStyles), texts: partOf('sharedStrings'), read };
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

/** For each style of cells how it shows numbers. */
function formatsIn(styles: Awaited<ReturnType<typeof elementsOf>>): CellFormat[] {
  const codes = new Map(
    styles
      .filter(({ name }) => name === 'numFmt')
      .map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']),
  );
  const ofCells = styles.slice(styles.findIndex(({ name }) => name === 'cellXfs') + 1);
  return ofCells
    .filter(({ name }) => name === 'xf')
    .map(({ attributes: { numFmtId = '0' } }) => cellFormat(Number(numFmtId), codes.get(numFmtId)));
}

/** The name of a part that another one in this folder refers to. */
function pathOf(folder: string, target: string): string {
  return new URL(target, `file:///${folder}`).pathname.slice(1);
}
