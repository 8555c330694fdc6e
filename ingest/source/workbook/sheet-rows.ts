import { UnrecoverableError } from 'bullmq';
import { dateText, numberText, unescapeText } from './cell-text.ts';
import { parseXml, textCollector } from './parse-xml.ts';
import type { SharedTexts } from './shared-texts.ts';
import type { Workbook } from './workbook.ts';

/** A row of a sheet: its number and its cells by column; a cell without a value is missing or empty. */
export interface SheetRow {
  row: number;
  cells: string[];
  /** Whether it is hidden, by hand or by a filter. */
  isHidden: boolean;
}

/** How large a sheet can be (ECMA-376). */
const maxRows = 1_048_576;
const maxColumns = 16_384;

/** Characters of a row; a record may have 1 MiB. */
const maxRowLength = 4 * 2 ** 20;

/** A cell, before its value. */
interface Cell {
  name: string;
  type: string;
  style: number;
  hasFormula: boolean;
}

/**
 * Reads the rows of a sheet from top to bottom, without empty ones. The first of merged cells has the value; a formula has
 * its stored value.
 * @throws UnrecoverableError for a formula without a stored value
 */
export function sheetRows(
  chunks: AsyncIterable<Buffer>,
  book: Pick<Workbook, 'isFrom1904' | 'formats'>,
  texts: SharedTexts,
): AsyncGenerator<SheetRow, void> {
  const collector = textCollector();
  let row: SheetRow = { row: 0, cells: [], isHidden: false };
  let column = -1;
  let length = 0;
  let cell: Cell = { name: '', type: '', style: 0, hasFormula: false };
  return parseXml<SheetRow>(chunks, {
    open(name, { r, t = 'n', s = '0', hidden = '' }) {
      collector.open(name);
      if (name === 'row') {
        row = { row: nextRow(row.row, r), cells: [], isHidden: ['1', 'true'].includes(hidden) };
        column = -1;
        length = 0;
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        collector.take();
        cell = { name: r ?? `in row ${row.row}`, type: t, style: Number(s), hasFormula: false };
      } else if (name === 'f') cell.hasFormula = true;
    },
    text: collector.text,
    close(name, out) {
      collector.close(name);
      if (name === 'c') {
        const text = cellValue(cell, collector.take(), book, texts);
        length += text.length;
        if (length > maxRowLength)
          throw new UnrecoverableError(`Row ${row.row} of the sheet has more than 4 MiB of text.`);
        if (text !== '') row.cells[column] = text;
      } else if (name === 'row' && row.cells.length > 0) out.push(row);
    },
  });
}

/** The value of a cell as the sheet shows it. */
function cellValue(
  { name, type, style, hasFormula }: Cell,
  value: string,
  { isFrom1904, formats }: Pick<Workbook, 'isFrom1904' | 'formats'>,
  texts: SharedTexts,
): string {
  if (type === 'inlineStr' || type === 'str') return unescapeText(value);
  if (value === '') {
    if (!hasFormula) return '';
    throw new UnrecoverableError(
      `The cell ${name} has a formula without a stored value: open the workbook in a spreadsheet program and save it again.`,
    );
  }
  if (type === 's') return texts(Number(value));
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '');
  const number = Number(value);
  if (type === 'e' || Number.isNaN(number)) return value;
  const format = formats[style];
  return format === 'date' ? dateText(number, isFrom1904) : numberText(number, format);
}

function nextRow(before: number, given: string | undefined): number {
  const row = given === undefined ? before + 1 : Number(given);
  if (Number.isInteger(row) && row > before && row <= maxRows) return row;
  throw new UnrecoverableError(
    `The workbook is damaged: row ${given ?? row} of the sheet follows row ${before}.`,
  );
}

/** "B7" is in column 1. */
function columnOf(name: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(name)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column >= 1 && column <= maxColumns) return column - 1;
  throw new UnrecoverableError(`The workbook is damaged: there is no cell "${name.slice(0, 20)}".`);
}
