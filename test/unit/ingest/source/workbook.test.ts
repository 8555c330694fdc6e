import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { openSource } from '../../../../ingest/source/open-source.ts';
import { cellFormat, dateText, numberText } from '../../../../ingest/source/workbook/cell-text.ts';
import { objects } from './read-file.ts';
import { zipOf } from './zip-of.ts';

/** Workbooks written by other programs; the script beside them created them. */
const fixtures = join(import.meta.dirname, '../../../support/workbooks');

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The records of a workbook as they would be rejected, in the lines of their rows, below its header. */
async function csvOf(
  path: string,
  options: { sheet?: string | number; delimiter?: string } = {},
): Promise<string> {
  const { sheet, ...given } = options;
  const profile: Profile = { name: 'any', fields: {}, ...(sheet !== undefined && { sheet }) };
  await using source = await openSource(path, { ...given, profile }, { objects });
  let text = source.columns!.join(source.delimiter);
  let line = 1;
  for await (const { records } of source.batches())
    for (const record of records) {
      text += '\n'.repeat(record.line - line) + record.raw;
      line = record.line;
    }
  return text;
}

const sheetOf = async (path: string, sheet?: string | number) => {
  const profile: Profile = { name: 'any', fields: {}, ...(sheet !== undefined && { sheet }) };
  await using source = await openSource(path, { profile }, { objects });
  return source.sheet;
};

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `written-${files++}.xlsx`);
  await writeFile(path, bytes);
  return path;
}

/** A workbook with one sheet of the given XML. */
async function workbookOf(rows: string, more: Record<string, string> = {}): Promise<string> {
  const relation = (type: string, target: string, id = 'rId1') =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  return written(
    zipOf({
      '_rels/.rels': `<Relationships>${relation('officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Lots" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('worksheet', '/xl/sheet.xml')}${relation('sharedStrings', 'texts.xml', 'rId2')}${relation('styles', 'styles.xml', 'rId3')}</Relationships>`,
      'xl/sheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    }),
  );
}

describe('reading workbooks', () => {
  it('texts, numbers, days, times, formulas and merged cells are read as shown in the sheet', async () => {
    expect((await csvOf(join(fixtures, 'lots.xlsx'))).split('\n')).toEqual([
      'Lot,Title,Carat,Price,Date,Sold,Per carat',
      '1,"A ruby ring, “Étoile” – 5.04 ct",5.04,10625,2015-05-12,true,2108.13492063492',
      '',
      '2,"Sapphire ""Blue Moon"" brooch",0.3,1234.5,1999-12-31,false,4115',
      '3,翡翠 bangle & <jadeite>,0.01,0,2016-02-29T14:30:00,true,0',
      '',
      '',
      '',
      '4,An opal ring,12,99,1900-02-28,false,8.25',
      '5,,,,,,',
    ]);
  });

  it('days are counted from 1904 in a workbook that says so', async () => {
    expect(await csvOf(join(fixtures, 'dates-1904.xlsx'))).toBe(
      'id,title,gem_type,auction_date\n1,Ruby ring,Ruby,2015-05-12\n2,Opal ring,Opal,1904-01-02',
    );
  });

  it('the chosen sheet and other sheets with values are reported; hidden sheets are read only by name', async () => {
    const file = join(fixtures, 'lots.xlsx');
    expect(await sheetOf(file)).toEqual({ name: 'Résultats 2015', others: ['Notes'] });
    expect(await sheetOf(file, 'notes')).toEqual({ name: 'Notes', others: ['Résultats 2015'] });
    expect(await sheetOf(file, 4)).toMatchObject({ name: 'Rates' });
    await expect(sheetOf(file, 1)).rejects.toThrow('The sheet 1 is empty. Sheets: "Cover", "Résul');
    await expect(sheetOf(file, 'Lots')).rejects.toThrow(
      'no sheet "Lots". Sheets: "Cover", "Résultats 2015", "Notes", "Rates" (hidden).',
    );
    expect(await csvOf(join(fixtures, 'lots.xlsx'), { sheet: 'Notes' })).toBe('Prices include the premium');
  });

  it('the texts of rejects have the delimiter of the profile, whatever its encoding is', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['x', 'y'],
            ['a;b', 'é\nè'],
          ],
        },
      ],
    });
    const profile: Profile = { name: 'any', fields: {}, encoding: 'windows-1252', delimiter: ';' };
    await using source = await openSource(await written(book), { profile }, { objects });
    const { value } = await source.batches().next();
    expect(value!.records).toEqual([{ line: 2, raw: '"a;b";é è', fields: { x: 'a;b', y: 'é è' } }]);
  });

  it('hidden rows are read and counted, and numbers keep the zeros of their format', async () => {
    const path = await workbookOf(
      '<row><c t="str"><v>no</v></c></row><row hidden="1"><c s="1"><v>4711</v></c></row><row/><row><c s="1"><v>12345678</v></c></row><row r="9" hidden="true"><c s="1"><v>0.5</v></c></row>',
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
      },
    );
    await using source = await openSource(path, { profile: { name: 'any', fields: {} } }, { objects });
    const [batch] = await Array.fromAsync(source.batches());
    const read = batch!.records.map((record) => [record.line, record.raw]);
    expect(read).toEqual([
      [2, '0004711'],
      [4, '12345678'],
      [9, '0.5'],
    ]);
    expect(source.sheet?.hidden_rows).toBe(2);
  });

  it('all 10,000 rows of a workbook are read', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [i + 1, `Ruby ring “${i}”`, i / 100, i % 3 === 0]);
    const path = await written(
      await writeXlsx({ sheets: [{ name: 'Lots', rows: [['id', 'a', 'b', 'c'], ...rows] }] }),
    );
    const lines = rows.map(([id, title, carat, sold]) => `${id},${title},${carat},${sold}`);
    expect(await csvOf(path)).toBe(['id,a,b,c', ...lines].join('\n'));
  });

  it('unnamed cells and rows, inline texts and phonetic guides are read', async () => {
    const path = await workbookOf(
      '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>side</t></r></is></c><c><v/></c></row>' +
        '<row r="3"><c r="B3" t="str"><f>x</f><v>a_x000D__x0041_</v></c><c r="AA3" t="e"><v>#N/A</v></c></row>',
      { 'xl/texts.xml': '<sst><si><t>翡翠</t><rPh><t>ひすい</t></rPh></si></sst>' },
    );
    expect(await csvOf(path)).toBe(`翡翠,inside\n\n,a A${','.repeat(25)}#N/A`);
  });
});

describe('workbooks that are refused with advice', () => {
  const sheets = [{ name: 'A', rows: [['id']] }];

  it.each([
    [
      'with a password',
      () => writeXlsx({ sheets, encryption: { password: 'x', spinCount: 1 } }),
      /with a password.*save it as \.xlsx without/,
    ],
    [
      'of OpenDocument',
      () => writeOds({ sheets }),
      /OpenDocument file \(\.ods\), which is not supported: save it as \.xlsx/,
    ],
    [
      'of .xlsb',
      () => zipOf({ 'xl/workbook.bin': '' }),
      /\(\.xlsb\), which is not supported: save it as \.xlsx/,
    ],
    [
      'that is another archive',
      () => zipOf({ 'lots.csv': 'id' }),
      /ZIP archive, which is not supported: unpack it/,
    ],
    ['that is a document', () => zipOf({ '_rels/.rels': '<Relationships/>' }), /without a workbook/],
    [
      'without values',
      () => writeXlsx({ sheets: [{ name: 'A', rows: [] }] }),
      /no visible sheet with values. Sheets: "A"/,
    ],
    [
      'that is cut off',
      async () => (await writeXlsx({ sheets })).subarray(0, -40),
      /cannot be read .*save it again/,
    ],
  ])('a workbook is refused with advice: %s', async (_what, write, message) => {
    await expect(csvOf(await written(await write()))).rejects.toThrow(message);
  });

  it('a workbook with invalid XML or a missing part is refused', async () => {
    await expect(csvOf(await workbookOf('<row><c><v>1</v></row>'))).rejects.toThrow(
      /cannot be read .*save it again/,
    );
    await expect(csvOf(await workbookOf('<row><c t="s"><v>7</v></c></row>'))).rejects.toThrow(
      'refers to a text that is missing',
    );
    await expect(csvOf(await workbookOf('<row r="2"><c><v>1</v></c></row><row r="2"/>'))).rejects.toThrow(
      'row 2 of the sheet follows row 2',
    );
    await expect(csvOf(await workbookOf('<row><c r="XFE1"><v>1</v></c></row>'))).rejects.toThrow(
      'no cell "XFE1"',
    );
  });

  it('a workbook with formulas without computed values is refused', async () => {
    await expect(csvOf(join(fixtures, 'formula.xlsx'))).rejects.toThrow(
      'The cell D2 has a formula without a stored value: open the workbook in a spreadsheet program and save it again.',
    );
  });

  it('a workbook that would exceed memory by a text, a row or an endless sheet is refused', async () => {
    const long = 'x'.repeat(2 ** 21);
    await expect(csvOf(await workbookOf(`<row><c t="str"><v>${long}</v></c></row>`))).rejects.toThrow(
      'a text of more than 1 MiB in one cell',
    );
    const cell = `<c t="str"><v>${'x'.repeat(30_000)}</v></c>`;
    await expect(csvOf(await workbookOf(`<row>${cell.repeat(200)}</row>`))).rejects.toThrow(
      'more than 4 MiB of text',
    );
    const spaces = ' '.repeat(1_000);
    const sheet = `<row><c><v>1</v></c></row>${`<row>${spaces}</row>`.repeat(270_000)}`;
    const path = await workbookOf(sheet);
    await expect(csvOf(path)).rejects.toThrow('more than 256 MiB unpacked');
    expect((await stat(path)).size * 100).toBeLessThan(sheet.length);
  });

  it('a workbook that states a wrong size of a part is refused', async () => {
    const path = await workbookOf(`<row><c><v>1</v></c></row>${'<row/>'.repeat(1_000)}`);
    const bytes = await readFile(path);
    const at = bytes.lastIndexOf('xl/sheet.xml') - 46 + 24;
    bytes.writeUInt32LE(100, at);
    await writeFile(path, bytes);
    await expect(csvOf(path)).rejects.toThrow(/cannot be read \(.*bytes/);
  });
});

describe('cells of a workbook', () => {
  it.each([
    [0, false, '00:00:00'],
    [0.75, false, '18:00:00'],
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, '1900-02-29'],
    [61, false, '1900-03-01'],
    [42_136, false, '2015-05-12'],
    [42_136.999999, false, '2015-05-13'],
    [42_136.5, false, '2015-05-12T12:00:00'],
    [0, true, '1904-01-01'],
    [40_674, true, '2015-05-12'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, '2958466'],
    [-1, false, '-1'],
  ])('a cell with the day %d (from 1904: %s) is read as %s', (serial, isFrom1904, text) => {
    expect(dateText(serial, isFrom1904)).toBe(text);
  });

  it.each([
    [0.1 + 0.2, '0.3'],
    [2.5300000000000002, '2.53'],
    [1063, '1063'],
    [123_456_789_012_345, '123456789012345'],
    [-0.5, '-0.5'],
  ])('a cell with the number %d is read as %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it.each([
    [14, undefined, true],
    [0, undefined, false],
    [164, 'dd/mm/yyyy', true],
    [164, '[$-409]mmm yy;@', true],
    [164, '"days" 0.00', false],
    [164, '#,##0.00 [$€-407];[Red]-#,##0', false],
    [164, '_-* #,##0\\ "CHF"', false],
    [164, 'General', false],
    [164, '0.00E+00', false],
  ])('a cell with the format %d %s is a date: %s', (id, code, expected) => {
    expect(cellFormat(id, code) === 'date').toBe(expected);
  });
});
