import { UnrecoverableError } from 'bullmq';
import { quote, shortenReason } from '../../errors.ts';
import type { Profile } from '../../record/profile/profile.ts';
import type { ChosenSheet } from '../../store/import-entry.ts';
import { csvLine } from '../csv-text.ts';
import { beginningOf, bounded, headBytes, inflatedLimit, type PlainText } from '../plain-text.ts';
import type { SourceBytes } from '../source-bytes.ts';
import { noTexts, readSharedTexts } from './shared-texts.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';
import { explainDamage, openWorkbook, type Sheet, type Workbook } from './workbook.ts';

/**
 * The text of a sheet of an .xlsx workbook: its rows as CSV, each in the line of its number. It is the sheet that the
 * profile names, or numbers from 1, else the first visible one with values. Line ends in cells are spaces.
 * @throws UnrecoverableError with what to do where the workbook cannot be read, or has no such sheet
 */
export async function openSheet(
  bytes: SourceBytes,
  { profile, delimiter }: { profile?: Profile | undefined; delimiter: string },
): Promise<PlainText & { sheet: ChosenSheet }> {
  const read = async (book: Workbook, part: string) => bounded(await book.read(part), inflatedLimit(bytes));
  try {
    const book = await openWorkbook(bytes);
    const texts = book.texts === undefined ? noTexts : await readSharedTexts(await read(book, book.texts));
    const rowsOf = async ({ part }: Sheet) => sheetRows(await read(book, part), book, texts);
    const filled: Sheet[] = [];
    for (const one of book.sheets) if (await hasRow(await rowsOf(one))) filled.push(one);
    const chosen = choose(book.sheets, filled, profile?.sheet);
    const others = filled.filter((one) => one !== chosen && !one.isHidden).map(({ name }) => name);
    const sheet: ChosenSheet = { name: chosen.name, others };

    const lines = async function* (): AsyncGenerator<Buffer> {
      let [line, width, hidden] = [1, 0, 0];
      try {
        for await (const { row, cells, isHidden } of await rowsOf(chosen)) {
          // Rows below the header have a cell in each of its columns.
          if (width > 0 && isHidden) hidden++;
          const texts = Array.from({ length: Math.max(width, cells.length) }, (_, i) => cells[i] ?? '');
          if (row >= (profile?.header_line ?? 1)) width ||= texts.length;
          yield Buffer.from('\n'.repeat(row - line) + csvLine(texts, delimiter));
          line = row;
        }
      } catch (error) {
        throw explainDamage(error);
      }
      if (hidden > 0) sheet.hidden_rows = hidden;
    };
    return { sheet, encoding: 'utf-8', head: await beginningOf(lines(), headBytes), read: lines };
  } catch (error) {
    throw explainDamage(error);
  }
}

/** Whether a sheet has a value. A formula counts even if its value is not stored. */
async function hasRow(rows: AsyncGenerator<SheetRow, void>): Promise<boolean> {
  try {
    for await (const _ of rows) return true;
    return false;
  } catch (error) {
    if (error instanceof UnrecoverableError) return true;
    throw error;
  }
}

function choose(
  sheets: readonly Sheet[],
  filled: readonly Sheet[],
  wanted: string | number | undefined,
): Sheet {
  const refuse = (why: string) => {
    const names = sheets.map(({ name, isHidden }) => `${quote(name)}${isHidden ? ' (hidden)' : ''}`);
    return new UnrecoverableError(`${why}. Sheets: ${shortenReason(names.join(', '))}.`);
  };
  if (wanted === undefined) {
    const first = filled.find(({ isHidden }) => !isHidden);
    if (first) return first;
    throw refuse('The workbook has no visible sheet with values');
  }
  const found =
    typeof wanted === 'number'
      ? sheets[wanted - 1]
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()));
  const what = typeof wanted === 'number' ? String(wanted) : quote(wanted);
  if (!found) throw refuse(`The workbook has no sheet ${what}`);
  if (!filled.includes(found)) throw refuse(`The sheet ${what} is empty`);
  return found;
}
