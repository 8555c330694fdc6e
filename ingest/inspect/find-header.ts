import { UnrecoverableError } from 'bullmq';
import { countLines, nextCsvRecord, recordIn } from '../source/next-record.ts';
import { separatorLine, startOfText } from '../source/plan-source.ts';
import { csvRows, delimiters } from '../source/read-records.ts';

/** The header of a CSV file. */
interface Header {
  delimiter: string;
  /** Its line in the file. */
  line: number;
  /** The texts of the lines above it, such as a title; without a line that only names the delimiter. */
  above: string[];
}

interface Row {
  cells: string[];
  line: number;
  text: string;
}

/** Number of rows at the beginning of a file that decide. */
const maxRows = 200;

/** Maximum number of rows above the header. */
const maxAbove = 50;

/** Share of the rows that must fit a header below the first line. */
const fitting = 0.8;

/**
 * Finds the header: the first line, unless most lines have other cells than it; else the first line of names that the
 * lines after it fit.
 * @param bytes the beginning of the file
 * @param given the delimiter, if it is known
 * @throws UnrecoverableError when the file is empty, or no line fits a header
 */
export function findHeader(bytes: Buffer, given?: string): Header {
  const start = startOfText(bytes);
  const declared = separatorLine(bytes, start);
  const only = given ?? declared?.delimiter;
  const all = (only === undefined ? delimiters : [only]).map((delimiter) => ({
    delimiter,
    rows: rowsOf(bytes, declared?.end ?? start, delimiter),
  }));
  // Sorting is stable: of several delimiters with as many cells the first counts.
  const likely = all.toSorted((a, b) => widthOf(b.rows[0]) - widthOf(a.rows[0]))[0]!;
  const [first, ...body] = likely.rows;
  if (!first) throw new UnrecoverableError('The file is empty. A CSV file must begin with a header.');
  const { delimiter } = likely;
  const isHeader = widthOf(first) > 1 && areNames(first, body, 0.5) && shareOf(first, body) >= 0.5;
  const found = all.flatMap(({ delimiter, rows }) => candidatesOf(rows, delimiter));
  const best = found.toSorted((a, b) => b.width - a.width)[0];
  // "Haus Blumental, München" above a table of at least as many columns, whose names it does not part.
  const header = body.find(({ line }) => line === best?.line);
  const isBanner = header && best!.width >= widthOf(first) && widthOf(header) < widthOf(first);
  if (body.length === 0 || (isHeader && !isBanner)) {
    return { delimiter, line: first.line, above: [] };
  }
  if (best) return best;
  if (first.cells.some((cell) => lotValue.test(cell)))
    throw new UnrecoverableError(
      `No line has the names of the columns: line ${first.line} looks like a lot. Add a header above it.`,
    );
  if (shareOf(first, body) > 0) return { delimiter, line: first.line, above: [] };
  throw new UnrecoverableError(
    `No line fits the header: it has ${widthOf(first)} cells if split at "${delimiter}", and line ${body[0]!.line} has ${widthOf(body[0])}. ` +
      'Give the delimiter with --delimiter, or correct the file.',
  );
}

function rowsOf(bytes: Buffer, from: number, delimiter: string): Row[] {
  const nextRecord = nextCsvRecord(delimiter);
  const rows: Row[] = [];
  let line = 1 + countLines(bytes, 0, from);
  let at = from;
  for (let span = recordIn(bytes, at, nextRecord); span && rows.length < maxRows; ) {
    line += countLines(bytes, at, span.start);
    // Only the line end is removed, since the last cells may be empty before a tab.
    const text = bytes.toString('utf8', span.start, span.end).replace(/\r?\n$/, '');
    rows.push({ cells: cellsOf(text, delimiter), line, text });
    line += countLines(bytes, span.start, span.end);
    at = span.end;
    span = recordIn(bytes, at, nextRecord);
  }
  return rows;
}

function cellsOf(text: string, delimiter: string): string[] {
  try {
    return (csvRows(text, delimiter)[0] ?? []).map((cell) => cell.trim());
  } catch {
    return [];
  }
}

const widthOf = (row: Row | undefined) => row?.cells.length ?? 0;
/** Number of cells up to the last one that is not empty. */
const filledWidth = ({ cells }: Row) => cells.findLastIndex((cell) => cell !== '') + 1;

/** A value that no column has as its name: an address, a day, an amount with a sign or decimals. */
const lotValue =
  /^https?:|^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d+[.,]\d+$|^\p{Sc} ?\d|^\d[\d.,]* ?\p{Sc}$/u;

/** Whether more than this share of the columns have names: different short texts with letters. */
function areNames(row: Row, body: Row[], share: number): boolean {
  const names = row.cells.filter((cell) => /\p{L}/u.test(cell) && cell.length <= 100);
  const filled = new Set(body.flatMap(({ cells }) => cells.flatMap((cell, i) => (cell ? [i] : [])))).size;
  return (
    !row.cells.some((cell) => lotValue.test(cell)) &&
    names.length > Math.min(filled, row.cells.length) * share &&
    new Set(names).size > names.length * share
  );
}

/** Share of the rows that have a cell for each name of the header, and no value beyond. */
function shareOf(header: Row, body: Row[]): number {
  const named = filledWidth(header);
  const fits = body.filter((row) => row.cells.length >= named && filledWidth(row) <= header.cells.length);
  return fits.length / body.length;
}

/** The first header of at least two cells that most of the rows after it fit. */
function candidatesOf(rows: Row[], delimiter: string): (Header & { width: number })[] {
  const at = rows.slice(0, maxAbove).findIndex((row, i) => {
    const body = rows.slice(i + 1);
    return (
      body.length > 0 && filledWidth(row) > 1 && areNames(row, body, 0.75) && shareOf(row, body) >= fitting
    );
  });
  const row = rows[at];
  if (!row) return [];
  const above = rows.slice(0, at).map(({ text }) => text);
  return [{ delimiter, line: row.line, above, width: filledWidth(row) }];
}
