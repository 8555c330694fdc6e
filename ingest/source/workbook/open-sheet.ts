import type { ChosenSheet } from '../../store/import-entry.ts';
import { maxInflated } from '../plain-text.ts';
import type { SourceBytes } from '../source-bytes.ts';
import { chooseSheet, otherSheets } from './choose-sheet.ts';
import { noTexts, readSharedTexts } from './shared-texts.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';
import { bounded, explainDamage, openWorkbook, type Workbook } from './workbook.ts';

/** A sheet of a workbook. */
export interface OpenedSheet {
  sheet: ChosenSheet;
  /** Reads its rows that have a cell with a value, from top to bottom. */
  rows(): AsyncGenerator<SheetRow, void>;
}

/**
 * Opens a sheet of an .xlsx workbook.
 * @param wanted its name, or its number from 1; the first visible one that is not empty if absent
 * @throws UnrecoverableError with what to do where the workbook cannot be read
 */
export async function openSheet(
  bytes: SourceBytes,
  wanted: string | number | undefined,
): Promise<OpenedSheet> {
  const limit = Math.max(maxInflated.bytes, maxInflated.times * bytes.version.size);
  const read = async (book: Workbook, part: string) => bounded(await book.read(part), limit);
  try {
    const book = await openWorkbook(bytes);
    const chosen = await chooseSheet(book, wanted);
    const sheet = { name: chosen.name, others: await otherSheets(book, chosen) };
    const texts = book.texts === undefined ? noTexts : await readSharedTexts(await read(book, book.texts));
    const rows = async function* () {
      try {
        yield* sheetRows(await read(book, chosen.part), book, texts);
      } catch (error) {
        throw explainDamage(error);
      }
    };
    return { sheet, rows };
  } catch (error) {
    throw explainDamage(error);
  }
}
