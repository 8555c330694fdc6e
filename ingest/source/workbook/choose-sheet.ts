import { UnrecoverableError } from 'bullmq';
import { quote } from '../../errors.ts';
import { parseXml, type XmlHandler } from './parse-xml.ts';
import type { Sheet, Workbook } from './workbook.ts';

/**
 * Chooses the sheet to import: by name or number from 1, else the first visible one with values.
 * @throws UnrecoverableError naming the sheets, when there is none or it is empty
 */
export async function chooseSheet(book: Workbook, wanted: string | number | undefined): Promise<Sheet> {
  const { sheets } = book;
  if (wanted === undefined) {
    for (const sheet of sheets) if (!sheet.isHidden && (await hasValues(book, sheet))) return sheet;
    throw new UnrecoverableError(`The workbook has no visible sheet with values. ${named(sheets)}`);
  }
  const found =
    typeof wanted === 'number'
      ? sheets[wanted - 1]
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()));
  const what = typeof wanted === 'number' ? String(wanted) : quote(wanted);
  if (!found) throw new UnrecoverableError(`The workbook has no sheet ${what}. ${named(sheets)}`);
  if (!(await hasValues(book, found)))
    throw new UnrecoverableError(`The sheet ${what} is empty. ${named(sheets)}`);
  return found;
}

/** The names of the other visible sheets with values. */
export async function otherSheets(book: Workbook, chosen: Sheet): Promise<string[]> {
  const others: string[] = [];
  for (const sheet of book.sheets)
    if (!sheet.isHidden && sheet !== chosen && (await hasValues(book, sheet))) others.push(sheet.name);
  return others;
}

function named(sheets: readonly Sheet[]): string {
  const names = sheets
    .slice(0, 20)
    .map(({ name, isHidden }) => `${quote(name)}${isHidden ? ' (hidden)' : ''}`);
  return `Sheets: ${names.join(', ')}${sheets.length > 20 ? ', …' : ''}.`;
}

/** Whether a sheet has a cell with a value; it is read up to the first one. */
async function hasValues(book: Workbook, { part }: Sheet): Promise<boolean> {
  for await (const _ of parseXml<true>(await book.read(part), valueHandler())) return true;
  return false;
}

/** Finds the first value; a formula counts even if its value is not stored. */
function valueHandler(): XmlHandler<true> {
  let isValue = false;
  let isFound = false;
  return {
    open(name) {
      isValue = name === 'v' || name === 't';
      if (name === 'f') isFound = true;
    },
    text(text) {
      if (isValue && text.trim() !== '') isFound = true;
    },
    close(_name, out) {
      isValue = false;
      if (isFound) out.push(true);
    },
  };
}
