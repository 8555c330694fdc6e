import { UnrecoverableError } from 'bullmq';

/** Formats that are known by their first bytes and not read: what each is, and what to do with it. */
const formats: [start: string, what: string, remedy: string][] = [
  [
    'd0cf11e0a1b11ae1',
    'an Excel workbook of 1997 to 2003 (.xls) or one with a password',
    'save it as .xlsx without a password, or save the sheet as CSV (UTF-8)',
  ],
  [
    '25504446',
    'a PDF document',
    'ask the source for its data, or copy the table into a spreadsheet and save it as CSV (UTF-8)',
  ],
  ['50415231', 'a Parquet file', 'export it as CSV or NDJSON'],
  ['53514c69746520666f726d617420', 'an SQLite database', 'export the table as CSV'],
  ['4f626a01', 'an Avro file', 'export it as NDJSON'],
  ['425a68', 'a bzip2 archive', 'compress the file with gzip or zstd instead'],
  ['fd377a585a00', 'an xz archive', 'compress the file with gzip or zstd instead'],
  ['377abcaf271c', 'a 7-Zip archive', 'unpack it, or compress the file with gzip or zstd'],
  ['526172211a07', 'a RAR archive', 'unpack it, or compress the file with gzip or zstd'],
  ['3c3f786d6c', 'an XML document', 'convert it to NDJSON or CSV'],
  ['3c21444f', 'a web page', 'save the data behind it as CSV or JSON'],
  ['3c21646f', 'a web page', 'save the data behind it as CSV or JSON'],
  ['3c68746d6c', 'a web page', 'save the data behind it as CSV or JSON'],
  ['3c48544d4c', 'a web page', 'save the data behind it as CSV or JSON'],
];

/** How many bytes of a file tell its format. */
export const formatBytes = 16;

/** @throws UnrecoverableError for a file of a format that is not read, with what to do */
export function refuseFormat(first: Buffer): void {
  const hex = first.toString('hex').replace(/^efbbbf/, '');
  const found = formats.find(([start]) => hex.startsWith(start));
  if (found) throw new UnrecoverableError(`The file is ${found[1]}, which is not read: ${found[2]}.`);
}
