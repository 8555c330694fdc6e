import { describe, expect, it } from 'vitest';
import { noRecords } from '../../../../ingest/source/open-source.ts';
import { readFile } from './read-file.ts';

const header = 'id,title,gem_type';
const read = (content: string | Buffer, options = {}) => readFile(content, { path: 'lots.csv', ...options });

describe('reading CSV files', () => {
  it.each([',', ';', '\t', '|'])(
    'a header of quoted names is split at %j, with any line end',
    async (delimiter) => {
      const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(delimiter);
      for (const lineEnd of ['\n', '\r\n']) {
        const { records } = await read(
          [line(['id', 'title', 'gem_type']), line(['1', 'A ring', 'Ruby']), ''].join(lineEnd),
        );
        expect(records).toMatchObject([{ line: 2, fields: { id: '1', title: 'A ring', gem_type: 'Ruby' } }]);
      }
    },
  );

  it('a line with too few or too many cells is rejected with their number', async () => {
    const { records } = await read(`${header}\n1,a\n2,a,b,c\n`);
    expect(records).toMatchObject([
      { problem: { code: 'column_count', message: 'The line has 2 cells, but the header has 3.' } },
      { problem: { code: 'column_count', message: 'The line has 4 cells, but the header has 3.' } },
    ]);
  });

  it('any number of blank lines is skipped', async () => {
    const { records } = await read(`${header}\n${'\n'.repeat(5_000_000)}1,a,b\n`);
    expect(records).toMatchObject([{ line: 5_000_002, fields: { id: '1' } }]);
  });

  it('a byte order mark is skipped', async () => {
    const { records } = await read(`\uFEFF${header}\n1,a,b\n`);
    expect(records).toMatchObject([{ fields: { id: '1' } }]);
  });

  it('a line longer than 1 MiB is rejected, and its neighbors are read', async () => {
    const { records } = await read(`${header}\n1,a,b\n2,${'x'.repeat(3 * 2 ** 20)},b\n3,a,b\n`);
    expect(records).toMatchObject([
      { line: 2, fields: { id: '1' } },
      { line: 3, problem: { code: 'record_too_long' } },
      { line: 4, fields: { id: '3' } },
    ]);
    expect(records[1]!.raw.length).toBeLessThan(100_000);
  });

  it('rows of delimiters only are no records, and counted', async () => {
    const empty = `${header.replaceAll(/[^,]/g, '')}\n`;
    const { records, source } = await read(`${header}\n${empty}1,Ruby ring,Ruby\n\n${empty.repeat(3)}`);
    expect(records).toHaveLength(1);
    expect(source.reached().empty).toBe(4);
  });

  it('a header is refused with every error in it, and the nearest columns', async () => {
    await expect(read('id,titel,id,price,x\n1,a,b\n')).rejects.toThrow(
      /"titel" is not a known column \(did you mean title\?\); "id \(2\)" is not.*; "price" is not.*price_final_usd.*; "x" is not a known column; "title" is missing; "gem_type" is missing.*--guess/,
    );
    await expect(read('Numer;Nazwa\n1;a\n')).rejects.toThrow(
      /"Numer" is not a known column; "Nazwa" is not a known column; "id" is missing.*--guess/,
    );
    await expect(read('foo bar\n1\n')).rejects.toThrow(/"foo bar" is not a known column.*--guess/);
  });

  it('a file of no bytes and a header without rows have no records, and say so', async () => {
    for (const [content, warning] of [
      ['', 'The file has no records.'],
      [`\ufeff${header}\r\n`, 'The file has a header and no records.'],
    ] as const) {
      const { records, source } = await read(content);
      expect([records, noRecords(source)]).toEqual([[], warning]);
    }
  });
});
