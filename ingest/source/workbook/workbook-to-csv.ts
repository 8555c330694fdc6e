import type { SourceFile } from '../source-file.ts';
import { chooseSheet } from './choose-sheet.ts';
import { noTexts, readSharedTexts } from './shared-texts.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';
import { bounded, explainDamage, openWorkbook } from './workbook.ts';

/** The options of a workbook that a profile may have. */
export interface WorkbookOptions {
  /** Name of a sheet, or its number from 1; the first one that is not empty if absent. */
  sheet?: string | number;
  /** Between cells; a comma if absent. */
  delimiter?: string;
}

/** A byte order mark: whatever encoding a profile names, this text is UTF-8. */
const mark = '\uFEFF';

/** Characters of a chunk. */
const chunkLength = 2 ** 16;

/**
 * A sheet of a workbook as CSV, a chunk at a time. The line of a record is the number of its row: rows without values are
 * empty lines, and line ends in cells become spaces. Rows have at least as many cells as the first row that has any.
 * @param limit unpacked bytes of the sheet
 * @throws UnrecoverableError with what to do where the workbook cannot be read
 */
export async function* workbookToCsv(
  file: SourceFile,
  limit: number,
  { sheet: wanted, delimiter = ',' }: WorkbookOptions = {},
): AsyncGenerator<string> {
  try {
    const book = await openWorkbook(file);
    const sheet = await chooseSheet(book, wanted);
    const texts =
      book.texts === undefined ? noTexts : await readSharedTexts(bounded(await book.read(book.texts), limit));
    const rows = sheetRows(bounded(await book.read(sheet.part), limit), book, texts);
    yield* csvLines(rows, delimiter);
  } catch (error) {
    throw explainDamage(error);
  }
}

async function* csvLines(rows: AsyncIterable<SheetRow>, delimiter: string): AsyncGenerator<string> {
  let text = mark;
  let line = 1;
  let columns = 0;
  for await (const { row, cells } of rows) {
    text += '\n'.repeat(row - line);
    line = row;
    if (cells.length > 0) {
      columns ||= cells.length;
      text += csvLine(cells, Math.max(columns, cells.length), delimiter);
    }
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield `${text}\n`;
}

function csvLine(cells: readonly string[], columns: number, delimiter: string): string {
  const texts = Array.from({ length: columns }, (_, i) => {
    const text = (cells[i] ?? '').replace(/\r\n|[\n\r]/g, ' ');
    return text.includes('"') || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return texts.join(delimiter);
}
