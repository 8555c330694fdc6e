import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import type { ImportFilePayload } from '../queue/contract.ts';
import type { encodings } from '../record/profile/profile.ts';
import { nextCsvRecord, nextRecordOf, recordIn } from '../source/next-record.ts';
import { isWorkbook, plainFile, utf16Of } from '../source/plain-file.ts';
import { formatOf, planBatches, planSource } from '../source/plan-source.ts';
import { headerColumns, readBatch } from '../source/read-records.ts';
import { readBeginning } from '../source/source-file.ts';
import { describeSheet } from '../source/workbook/choose-sheet.ts';
import type { WorkbookOptions } from '../source/workbook/workbook-to-csv.ts';
import type { ChosenSheet } from '../store/import-entry.ts';
import { type ColumnReport, columnStatistics } from './column-statistics.ts';

/** The contents of a file. */
export interface FileReport {
  /** Name of the file as it was given. */
  name: string;
  format: string;
  encoding: string;
  delimiter?: string;
  /** Of a workbook: the sheet that was read, and the others that have values. */
  sheet?: ChosenSheet;
  records: number;
  /** Records that cannot be read at all: broken quotes, wrong encoding. */
  unreadable: number;
  columns: ColumnReport[];
}

type Reading = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter'> & Pick<WorkbookOptions, 'sheet'>;

/**
 * Reads a whole file, a batch at a time, and reports its columns and their values.
 * @throws UnrecoverableError when the file cannot be read
 */
export async function inspectFile(path: string, reading: Reading = {}): Promise<FileReport> {
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  const { isUtf16, sheet } = await lookInto(path, reading);
  const file = await open(await plainFile(path, join(folder, 'plain'), reading));
  try {
    const format = formatOf({ ...reading, path });
    const encoding = reading.encoding ?? (await detectEncoding(file));
    const delimiter = format === 'csv' ? (reading.delimiter ?? (await likelyDelimiter(file))) : undefined;
    // A profile that names no column takes any header.
    const anyColumns = { name: 'any', fields: {} };
    const { plan: how, from } = await planSource(file, {
      path,
      format,
      encoding,
      ...(delimiter && { delimiter }),
      profile: anyColumns,
    });
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    const statistics = columnStatistics(plan.columns ?? []);
    let records = 0;
    let unreadable = 0;
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      for (const record of await readBatch(file, plan, batch)) {
        records++;
        if ('fields' in record) statistics.add(record.fields);
        else unreadable++;
      }
    }
    return {
      name: path,
      format: how.format,
      // An import turns UTF-16 into UTF-8 by itself.
      encoding: isUtf16 ? 'utf-16' : encoding,
      ...(how.delimiter && { delimiter: how.delimiter }),
      ...(sheet && { sheet }),
      records,
      unreadable,
      columns: statistics.report(),
    };
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

/** Findings about the original file that its plain copy no longer shows. */
async function lookInto(path: string, { sheet: wanted }: Reading) {
  const file = await open(path);
  try {
    const sheet = (await isWorkbook(file)) ? await describeSheet(file, wanted) : undefined;
    return { isUtf16: utf16Of(await readBeginning(file, 4)) !== undefined, sheet };
  } finally {
    await file.close();
  }
}

/** The delimiter that makes the most columns of the header. */
async function likelyDelimiter(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const bytes = await readBeginning(file, 64 * 1_024);
  const columnsBy = (delimiter: string) => {
    const header = recordIn(bytes, 0, nextCsvRecord(delimiter));
    return header ? headerColumns(bytes.toString('utf8', header.start, header.end), delimiter).length : 0;
  };
  const best = [',', ';', '\t', '|'].reduce((a, b) => (columnsBy(b) > columnsBy(a) ? b : a));
  if (columnsBy(best) === 0)
    throw new UnrecoverableError('The file is empty. A CSV file must begin with a header.');
  return best;
}

const chunkSize = 2 ** 20;

/** The encoding of a whole file: UTF-8 if it is valid, else Windows-1252, which decodes nearly every byte. */
async function detectEncoding(file: FileHandle): Promise<(typeof encodings)[number]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bytes = Buffer.allocUnsafe(chunkSize);
  try {
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(bytes, 0, chunkSize, at);
      if (bytesRead === 0) break;
      decoder.decode(bytes.subarray(0, bytesRead), { stream: true });
      at += bytesRead;
    }
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
