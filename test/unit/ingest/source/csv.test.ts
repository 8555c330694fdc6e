import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRecords } from '../../../../ingest/source/open-source.ts';
import { readFile } from './read-file.ts';

const header = 'id,title,gem_type';
const read = (content: string | Buffer, options = {}) => readFile(content, { path: 'lots.csv', ...options });

describe('reading CSV files', () => {
  it('any cells are read back as written, with their line numbers', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', ';', 'ß'), maxLength: 8 });
    const rows = fc.array(fc.tuple(fc.nat(), cell, cell), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), async (lines, lineEnd) => {
        const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        let line = 2;
        const expected = lines.map(([id, title, gem]) => {
          const text = `${id},${quoted(title)},${quoted(gem)}`;
          const record = { line, id: String(id), title: title.trim(), gem_type: gem.trim() };
          line += 1 + text.split('\n').length - 1;
          return { text, record };
        });
        const content = [header, ...expected.map(({ text }) => text)].join(lineEnd) + lineEnd;
        const { records } = await read(content);
        expect(records.map(toRow)).toEqual(expected.map(({ record }) => record));
      }),
      { numRuns: 60 },
    );
  });

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

  it('only the line with an unclosed quote is lost', async () => {
    const { records } = await read(
      `${header}\n1,"open,Ruby\n2,"Fine, closed",Ruby\n3,plain,Ruby\n4,"open at the end,Ruby`,
    );
    expect(records.map((record) => ('problem' in record ? record.problem.code : record.fields.id))).toEqual([
      'csv_syntax',
      '2',
      '3',
      'csv_syntax',
    ]);
    expect(records.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(records[0]!.raw).toBe('1,"open,Ruby');
  });

  it('a line with text after a closing quote is rejected', async () => {
    const { records } = await read(`${header}\n1,"good" bad,Ruby\n2,good,Ruby\n`);
    expect(records[0]).toMatchObject({ line: 2, problem: { code: 'csv_syntax' } });
    expect(records[1]).toMatchObject({ line: 3, fields: { id: '2' } });
  });

  it('quotes within an unquoted cell are kept', async () => {
    const { records } = await read(`${header}\n1,A 5" "rose" brooch,Ruby\n`);
    expect(records[0]).toMatchObject({ fields: { title: 'A 5" "rose" brooch' } });
  });

  it('a line with too few or too many cells is rejected with their number', async () => {
    const { records } = await read(`${header}\n1,a\n2,a,b,c\n`);
    expect(records).toMatchObject([
      { problem: { code: 'column_count', message: 'The line has 2 cells, but the header has 3.' } },
      { problem: { code: 'column_count', message: 'The line has 4 cells, but the header has 3.' } },
    ]);
  });

  it('blank lines are skipped but counted', async () => {
    const { records } = await read(`${header}\n\n1,a,b\n  \r\n\n2,a,b\n\n`);
    expect(records.map(({ line }) => line)).toEqual([3, 6]);
  });

  it('any number of blank lines is skipped', async () => {
    const { records } = await read(`${header}\n${'\n'.repeat(5_000_000)}1,a,b\n`);
    expect(records).toMatchObject([{ line: 5_000_002, fields: { id: '1' } }]);
  });

  it('a byte order mark is skipped', async () => {
    const { records } = await read(`\uFEFF${header}\n1,a,b\n`);
    expect(records).toMatchObject([{ fields: { id: '1' } }]);
  });

  it.each([[';'], ['\t'], ['|'], [',']])('the delimiter %j is detected', async (delimiter) => {
    const { records } = await read(
      `${header.replaceAll(',', delimiter)}\n1${delimiter}a, b; c${delimiter}Ruby`.replace(
        delimiter === ',' || delimiter === ';' ? 'a, b; c' : '-',
        'abc',
      ),
    );
    expect(records).toMatchObject([{ fields: { id: '1', gem_type: 'Ruby' } }]);
  });

  it('lines that are not UTF-8 are rejected with the byte, and other lines are read', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}\n1,caf`),
      Buffer.from([0xe9]),
      Buffer.from(',Ruby\n2,café,Ruby\n'),
    ]);
    const { records } = await read(bytes);
    expect(records).toMatchObject([
      { line: 2, problem: { code: 'bad_encoding', message: expect.stringContaining('0xE9') } },
      { line: 3, fields: { title: 'café' } },
    ]);
  });

  it('a file declared as Windows-1252 is read as such', async () => {
    const bytes = Buffer.from(`${header}\n1,caf\xe9 \x80,Ruby\n`, 'latin1');
    const { records } = await read(bytes, { encoding: 'windows-1252' });
    expect(records).toMatchObject([{ fields: { title: 'café €' } }]);
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

  it('records are the same wherever chunks of the file end', async () => {
    const row = (i: number) => `${i},"line one of ${i}\nline ""two""",${'Ruby '.repeat(i % 40)}Ruby\n`;
    const { records } = await read(`${header}\n${Array.from({ length: 30_000 }, (_, i) => row(i)).join('')}`);
    expect(records.map((record) => Number('fields' in record && record.fields.id))).toEqual(
      Array.from({ length: 30_000 }, (_, i) => i),
    );
    expect(records.every(({ line }, i) => line === 2 + 2 * i)).toBe(true);
  });

  it('rows of delimiters only are no records, and counted', async () => {
    const empty = `${header.replaceAll(/[^,]/g, '')}\n`;
    const { records, source } = await read(`${header}\n${empty}1,Ruby ring,Ruby\n\n${empty.repeat(3)}`);
    expect(records).toHaveLength(1);
    expect(source.emptyRows).toBe(4);
  });

  it('a header is refused with every error in it, and the nearest columns', async () => {
    await expect(read('id,titel,id,price,x\n1,a,b\n')).rejects.toThrow(
      /"titel" is not a known column \(did you mean title\?\); "id \(2\)" is not.*; "price" is not.*price_final_usd.*; "x" is not a known column; "title" is missing; "gem_type" is missing.*--guess/,
    );
    await expect(read('Numer;Nazwa\n1;a\n')).rejects.toThrow(/"Numer" is not a known column.*--guess/);
    await expect(read('foo bar\n1\n')).rejects.toThrow(/has no known column/);
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

function toRow(record: Awaited<ReturnType<typeof read>>['records'][number]) {
  if ('problem' in record) throw new Error(record.problem.message);
  const { id, title = '', gem_type = '' } = record.fields;
  return { line: record.line, id, title, gem_type };
}
