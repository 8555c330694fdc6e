import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainFile } from '../../../../ingest/source/plain-file.ts';
import { dateText, isDateFormat, numberText } from '../../../../ingest/source/workbook/cell-text.ts';
import { describeSheet } from '../../../../ingest/source/workbook/choose-sheet.ts';
import type { WorkbookOptions } from '../../../../ingest/source/workbook/workbook-to-csv.ts';
import { readFile as readRecords } from './read-file.ts';
import { zipOf } from './zip-of.ts';

/** Workbooks written by other programs; the script beside them created them. */
const fixtures = join(import.meta.dirname, '../../../support/workbooks');

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function csvOf(path: string, options: WorkbookOptions = {}): Promise<string> {
  return readFile(await plainFile(path, join(folder, `copy-${files++}`), options), 'utf8');
}

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
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('worksheet', '/xl/sheet.xml')}${relation('sharedStrings', 'texts.xml', 'rId2')}</Relationships>`,
      'xl/sheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    }),
  );
}

describe('reading workbooks', () => {
  it('texts, numbers, days, times, formulas and merged cells are read as shown in the sheet', async () => {
    expect((await csvOf(join(fixtures, 'lots.xlsx'))).split('\n')).toEqual([
      '\uFEFFLot,Title,Carat,Price,Date,Sold,Per carat',
      '1,"A ruby ring, “Étoile” – 5.04 ct",5.04,10625,2015-05-12,true,2108.13492063492',
      '',
      '2,"Sapphire ""Blue Moon"" brooch",0.3,1234.5,1999-12-31,false,4115',
      '3,翡翠 bangle & <jadeite>,0.01,0,2016-02-29T14:30:00,true,0',
      '',
      '',
      '',
      '4,An opal ring,12,99,1900-02-28,false,8.25',
      '5,,,,,,',
      '',
    ]);
  });

  it('days are counted from 1904 in a workbook that says so', async () => {
    expect(await csvOf(join(fixtures, 'dates-1904.xlsx'))).toBe(
      '\uFEFFid,title,gem_type,auction_date\n1,Ruby ring,Ruby,2015-05-12\n2,Opal ring,Opal,1904-01-02\n',
    );
  });

  it('records have the row numbers of the sheet as lines', async () => {
    const csv = await csvOf(join(fixtures, 'lots.xlsx'));
    const profile = { name: 'any', fields: {} };
    const { records } = await readRecords(csv, { path: 'lots.xlsx', delimiter: ',', profile });
    expect(records.map(({ text }) => text.line)).toEqual([2, 4, 5, 9, 10]);
  });

  it('the chosen sheet and other sheets with values are reported; hidden sheets are read only by name', async () => {
    const file = await open(join(fixtures, 'lots.xlsx'));
    expect(await describeSheet(file, undefined)).toEqual({ name: 'Résultats 2015', others: ['Notes'] });
    expect(await describeSheet(file, 'notes')).toEqual({ name: 'Notes', others: ['Résultats 2015'] });
    expect(await describeSheet(file, 4)).toMatchObject({ name: 'Rates' });
    await expect(describeSheet(file, 1)).rejects.toThrow('The sheet 1 is empty. Sheets: "Cover", "Résul');
    await expect(describeSheet(file, 'Lots')).rejects.toThrow(
      'no sheet "Lots". Sheets: "Cover", "Résultats 2015", "Notes", "Rates" (hidden).',
    );
    await file.close();
    expect(await csvOf(join(fixtures, 'lots.xlsx'), { sheet: 'Notes' })).toBe(
      '\uFEFFPrices include the premium\n',
    );
  });

  it('the sheet is converted to UTF-8 with the requested delimiter, whatever the profile says', async () => {
    const csv = await csvOf(
      await written(await writeXlsx({ sheets: [{ name: 'A', rows: [['a;b', 'é']] }] })),
      {
        delimiter: ';',
      },
    );
    expect(csv).toBe('\uFEFF"a;b";é\n');
    const profile = { name: 'any', fields: {}, encoding: 'windows-1252' as const, delimiter: ';' };
    const { records } = await readRecords('\uFEFFx;y\né;1\n', { path: 'lots.xlsx', profile });
    expect(records).toMatchObject([{ fields: { x: 'é', y: '1' } }]);
  });

  it('all 10,000 rows of a workbook are read', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [i + 1, `Ruby ring “${i}”`, i / 100, i % 3 === 0]);
    const path = await written(
      await writeXlsx({ sheets: [{ name: 'Lots', rows: [['id', 'a', 'b', 'c'], ...rows] }] }),
    );
    const lines = rows.map(([id, title, carat, sold]) => `${id},${title},${carat},${sold}\n`);
    expect(await csvOf(path)).toBe(`\uFEFFid,a,b,c\n${lines.join('')}`);
  });

  it('unnamed cells and rows, inline texts and phonetic guides are read', async () => {
    const path = await workbookOf(
      '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>side</t></r></is></c><c><v/></c></row>' +
        '<row r="3"><c r="B3" t="str"><f>x</f><v>a_x000D__x0041_</v></c><c r="AA3" t="e"><v>#N/A</v></c></row>',
      { 'xl/texts.xml': '<sst><si><t>翡翠</t><rPh><t>ひすい</t></rPh></si></sst>' },
    );
    expect(await csvOf(path)).toBe(`\uFEFF翡翠,inside\n\n,a A${','.repeat(25)}#N/A\n`);
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
    expect(isDateFormat(id, code)).toBe(expected);
  });
});
