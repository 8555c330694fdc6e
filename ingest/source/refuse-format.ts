import { UnrecoverableError } from 'bullmq';

/** Unsupported formats by their first bytes in hexadecimal, each with a remedy. */
const formats: [start: RegExp, what: string, remedy: string][] = [
  [
    /^d0cf11e0a1b11ae1/,
    'an Excel workbook of 1997 to 2003 (.xls) or one with a password',
    'save it as .xlsx without a password, or save the sheet as CSV (UTF-8)',
  ],
  [
    /^25504446/,
    'a PDF document',
    'ask the source for its data, or copy the table into a spreadsheet and save it as CSV (UTF-8)',
  ],
  [/^50415231/, 'a Parquet file', 'export it as CSV or NDJSON'],
  [/^53514c69746520666f726d617420/, 'an SQLite database', 'export the table as CSV'],
  [/^4f626a01/, 'an Avro file', 'export it as NDJSON'],
  [/^(425a68|fd377a585a00)/, 'a bzip2 or xz archive', 'compress the file with gzip or zstd instead'],
  [
    /^(377abcaf271c|526172211a07)/,
    'a 7-Zip or RAR archive',
    'unpack it, or compress the file with gzip or zstd',
  ],
  [/^3c3f786d6c/, 'an XML document', 'convert it to NDJSON or CSV'],
  [/^(3c21444f|3c21646f|3c68746d6c|3c48544d4c)/, 'a web page', 'save the data behind it as CSV or JSON'],
  [
    /^(89504e47|ffd8ff|47494638|49492a00|4d4d002a)/,
    'a picture',
    'import the data that it shows, as CSV or NDJSON',
  ],
];

/** Number of bytes of a file that tell its format. */
const formatBytes = 512;

/** Of these bytes, the share of control characters above which the file is not text. */
const maxControlShare = 0.05;

/** @throws UnrecoverableError with a remedy for an unsupported format, or for a file that is not text */
export function refuseFormat(beginning: Buffer): void {
  const first = beginning.subarray(0, formatBytes);
  const hex = first.toString('hex').replace(/^efbbbf/, '');
  const found = formats.find(([start]) => start.test(hex));
  if (found) throw new UnrecoverableError(`The file is ${found[1]}, which is not supported: ${found[2]}.`);
  // Of JSON only the records with control characters are rejected.
  if (/^(5b|7b)/.test(hex)) return;
  // Tab to carriage return and escape occur in texts.
  const controls = first.filter((byte) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b);
  if (controls.length <= first.length * maxControlShare) return;
  throw new UnrecoverableError(
    'The file is a binary file, which is not supported: export its data as CSV or NDJSON.',
  );
}
