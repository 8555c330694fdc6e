import { UnrecoverableError } from 'bullmq';
import { dateText, numberText, unescapeText } from './cell-text.ts';
import { parseXml, type XmlHandler } from './parse-xml.ts';
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

/**
 * Reads the rows of a sheet from top to bottom, without empty ones. The first of merged cells has the value; a formula has
 * its stored value.
 * @throws UnrecoverableError for a formula without a stored value
 */
export function sheetRows(
  chunks: AsyncIterable<Buffer>,
  book: Pick<Workbook, 'isFrom1904' | 'formats'>,
  texts: SharedTexts,
): AsyncGenerator<SheetRow> {
  return parseXml(chunks, rowHandler(book, texts));
}

/** A cell as it is written. */
interface Cell {
  column: number;
  name: string;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string;
}

function rowHandler(
  { isFrom1904, formats }: Pick<Workbook, 'isFrom1904' | 'formats'>,
  texts: SharedTexts,
): XmlHandler<SheetRow> {
  let row = 0;
  let cells: string[] = [];
  let length = 0;
  let isHidden = false;
  let cell: Cell | undefined;
  let isValue = false;
  let isPhonetic = false;

  const textOf = ({ name, type, style, hasFormula, value }: Cell): string => {
    if (type === 's') return value === '' ? '' : texts(Number(value));
    if (type === 'inlineStr' || type === 'str') return unescapeText(value);
    if (value === '') {
      if (!hasFormula) return '';
      throw new UnrecoverableError(
        `The cell ${name} has a formula without a stored value: open the workbook in a spreadsheet program and save it again.`,
      );
    }
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '');
    const number = Number(value);
    if (type === 'e' || Number.isNaN(number)) return value;
    const format = formats[style];
    return format === 'date' ? dateText(number, isFrom1904) : numberText(number, format);
  };

  return {
    open(name, attributes) {
      if (name === 'row') {
        row = nextRow(row, attributes.r);
        cells = [];
        isHidden = attributes.hidden === '1' || attributes.hidden === 'true';
        length = 0;
        cell = undefined;
      } else if (name === 'c') {
        const column = attributes.r === undefined ? (cell?.column ?? -1) + 1 : columnOf(attributes.r);
        const { r = `in row ${row}`, t = 'n', s = '0' } = attributes;
        cell = { column, name: r, type: t, style: Number(s), hasFormula: false, value: '' };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v') isValue = cell?.type !== 'inlineStr';
      else if (name === 't') isValue = cell?.type === 'inlineStr' && !isPhonetic;
    },
    text(part) {
      if (isValue && cell) cell.value += part;
    },
    close(name, out) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && cell) {
        const text = textOf(cell);
        length += text.length;
        if (length > maxRowLength)
          throw new UnrecoverableError(`Row ${row} of the sheet has more than 4 MiB of text.`);
        if (text !== '') cells[cell.column] = text;
      } else if (name === 'row' && cells.length > 0) out.push({ row, cells, isHidden });
    },
  };
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
