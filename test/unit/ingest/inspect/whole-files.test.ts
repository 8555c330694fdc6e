import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadProfile } from '../../../../ingest/cli/load-profile.ts';
import { recognizeProfile } from '../../../../ingest/cli/recognize-profile.ts';
import { draftProfile } from '../../../../ingest/inspect/draft/draft-profile.ts';
import { draftText } from '../../../../ingest/inspect/draft/draft-text.ts';
import { inspectFile } from '../../../../ingest/inspect/inspect-file.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whole-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Drafts a profile of a file, gives the first answer to each question, and reads the file with it. */
async function draftAndRead(name: string, content: string) {
  const path = await put(name, content);
  const report = await inspectFile(path);
  const draft = draftProfile(report);
  const text = draftText('columns', draft).replaceAll(/(about: .*\n.*ask:.*\n {4})# /g, '$1');
  const profile = await loadProfile(await put(`${files++}.yaml`, text));
  return { report, draft, profile, lines: await profiledRecords(path, profile) };
}

const table = 'Lot,Title,Price USD\n1,Ruby ring,100\n2,Opal ring,200\n3,Spinel ring,300\n';
const titles = ['Ruby ring', 'Opal ring', 'Spinel ring'];

describe('tables that start later', () => {
  it.each([
    ['Results of the sale in May\n', 2],
    ['Jewels; May 2019, Geneva\n\nAll prices in dollars\n', 4],
    ['Jewels,,\n,,\n', 3],
    ['# exported by hand, without prices of unsold lots\n', 2],
    ['"A title, with\na line end"\n', 3],
    ['sep=,\nJewels\n', 3],
  ])('the header below %j is found, and the import reads the same records', async (above, header) => {
    const { report, draft, profile, lines } = await draftAndRead('banner.csv', above + table);
    expect(report).toMatchObject({ header_line: header, records: 3, unreadable: 0 });
    expect(draft.suppositions[0]).toMatchObject({
      text: expect.stringContaining(`the header is line ${header}`),
      values: expect.arrayContaining([expect.any(String)]),
    });
    expect(profile.header_line).toBe(header);
    expect(lines.map(({ record }) => record?.title)).toEqual(titles);
  });

  it('the first line of any table is its header, however sparse or ragged the rows are', async () => {
    const name = fc.constantFrom('Lot', 'Title', 'Price', 'Notes', 'Année 2019', 'Größe', 'A, B', '');
    const cell = fc.constantFrom('', '', '12', 'Ruby ring', 'a; b', 'x, y', '1,200.50');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 3, maxLength: 7 }),
        fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(',', ';', '\t', '|'),
        async (names, rows, delimiter) => {
          const line = (cells: string[]) => cells.map((one) => `"${one}"`).join(delimiter);
          const text = [names, ...rows.map((row) => row.slice(0, names.length))].map(line).join('\n');
          const report = await inspectFile(await put('any.csv', text));
          expect(report.header_line).toBeUndefined();
          expect(report).toMatchObject({ delimiter, records: rows.length, unreadable: 0 });
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a,b,c,d\n1,2,3,4,5,6\n1,2,3,4,5,6,7\n', /No line fits the header/],
    ['a,b,c\n1,2\n3,4\n', /No line fits the header/],
    ['', /empty/],
  ])('the file %j is refused', async (text, message) => {
    await expect(inspectFile(await put('odd.csv', text))).rejects.toThrow(message);
  });

  it('columns with the same name are left out, and said', async () => {
    const { draft, lines } = await draftAndRead(
      'twice.csv',
      'Lot,Title,Note,Note\n1,Ruby ring,x,y\n2,Opal ring,x,z\n',
    );
    expect(draft.suppositions).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('no name of their own'), values: ['Note'] }),
    );
    expect(lines.map(({ record }) => record?.title)).toEqual(titles.slice(0, 2));
  });
});

describe('JSON of various shapes', () => {
  const lots = [
    { lot_number: '65', title: 'Ruby ring', price: 1960, photos: [{ url: 'a', price: 1 }] },
    { lot_number: '66', title: 'Opal ring', price: 800, photos: [] },
  ];
  const sale = { date: '2016-12-09', currency: 'GBP', name: 'Jewels' };
  it.each([
    ['sales', [{ ...sale, lots }], 'lots'],
    ['an envelope', { status: 'ok', ...sale, lots }, 'lots'],
    ['values behind', { lots, ...sale }, 'lots'],
    ['a deep list', { data: { sale, items: lots } }, 'data.items'],
    [
      'keys of sales',
      { x1: { ...sale, lots: lots.slice(0, 1) }, x2: { ...sale, lots: lots.slice(1) } },
      '*.lots',
    ],
  ])('lots of %s have the date and currency of their sale', async (name, value, records) => {
    const { report, profile, lines } = await draftAndRead(`${name}.json`, JSON.stringify(value, null, 1));
    expect([report.records_at, profile.records]).toEqual([records, records]);
    expect(lines.map(({ record }) => record)).toMatchObject([
      { title: 'Ruby ring', auction_date: '2016-12-09', price_original: 1960, currency: 'GBP' },
      { title: 'Opal ring', auction_date: '2016-12-09', price_original: 800, currency: 'GBP' },
    ]);
  });

  it.each([
    ['lots with lists', lots],
    ['a list alone in an object', { lots }],
  ])('%s are read as they are', async (_name, value) => {
    const report = await inspectFile(await put('plain.json', JSON.stringify(value)));
    expect(report).toMatchObject({ records: 2 });
    expect(report.records_at).toBeUndefined();
  });

  it('the first photo of a list is that of the lot', async () => {
    const photos = (lot: number) => ['a', 'b'].map((name) => `https://h.example/${lot}${name}.jpg`);
    const value = titles.map((title, i) => ({ title, photos: photos(i), price_usd: 5 + i }));
    const { profile, lines } = await draftAndRead('photos.json', JSON.stringify(value));
    expect(profile.fields.image_url).toEqual({ column: 'photos' });
    expect(lines.map(({ record }) => record?.image_url)).toEqual(titles.map((_, i) => photos(i)[0]));
  });

  it('keyed objects are records, with their keys as a column', async () => {
    const value = { a1: { title: 'Ruby ring', price_usd: 5 }, a2: { title: 'Opal ring', price_usd: 6 } };
    const { report, profile, lines } = await draftAndRead('keyed.json', JSON.stringify(value));
    expect(report.columns.map(({ column }) => column)).toEqual(['key', 'title', 'price_usd']);
    expect(profile.identity?.columns).toEqual(['key']);
    expect(lines.map(({ record }) => record?.price_final_usd)).toEqual([5, 6]);
  });

  it('lists that look the same are named, and one of them can be chosen', async () => {
    const path = await put('two.json', JSON.stringify({ spring: lots, autumn: lots.slice(1) }));
    await expect(inspectFile(path)).rejects.toThrow('"spring", "autumn"');
    expect(await inspectFile(path, { records: 'autumn' })).toMatchObject({
      records: 1,
      records_at: 'autumn',
    });
  });

  it('a file longer than its inspected beginning is read to its end', async () => {
    const many = Array.from({ length: 12_000 }, (_, i) => ({ ...lots[0], lot_number: String(i) }));
    const report = await inspectFile(await put('long.json', JSON.stringify([{ ...sale, lots: many }])));
    expect(report).toMatchObject({ records: 12_000, records_at: 'lots' });
  });
});

describe('ids of sources', () => {
  const rows = (from: number) => `id,title,price_usd\n${from},Ruby ring,5\n${from + 1},Opal ring,6\n`;
  const idsOf = async (name: string, text: string) =>
    (await draftAndRead(name, text)).lines.map(({ record }) => record?.id);

  it('files of different sources never have the same ids, whatever they are called', async () => {
    const ids = [
      await idsOf('house-a.csv', rows(1)),
      await idsOf('house-b.csv', rows(1)),
      await idsOf('house 1.csv', rows(1)),
      await idsOf('house 2.csv', rows(1)),
      await idsOf('lots.csv', rows(1)),
      await idsOf('lots.csv', rows(1).replace('Ruby ring', 'Ruby brooch')),
      await idsOf('2019.csv', rows(1)),
      await idsOf('inventario.csv', rows(1)),
      await idsOf('inventario.csv', rows(1).replace('Ruby ring', 'Opal brooch')),
      await idsOf('rubies.csv', rows(1)),
      await idsOf('rubies.csv', rows(1).replace('Ruby ring', 'Ruby brooch')),
      await idsOf('宝石.csv', rows(1)),
    ].flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(undefined);
  });

  it('a draft of the same file, or of one with more rows, gives the same ids', async () => {
    const longer = `${rows(1)}3,Spinel ring,7\n`.replace(
      '1,Ruby ring,5\n2,Opal ring,6\n',
      '1,Ruby ring,5\n2,Opal ring,6\n',
    );
    const start = `${rows(1)}3,Spinel ring,7\n4,Pearl ring,8\n`;
    expect(await idsOf('house-a.csv', longer)).toEqual(
      expect.arrayContaining(await idsOf('house-a.csv', rows(1))),
    );
    expect((await idsOf('data.csv', start)).slice(0, 3)).toEqual(await idsOf('data.csv', longer));
    expect(await idsOf('data.csv', rows(1).replace('ring,5', 'ring,4'))).toEqual(
      await idsOf('data.csv', rows(1)),
    );
  });
});

describe('files of one gem', () => {
  it.each([
    [
      'stones.csv',
      'carat,cut,color,clarity,price_usd\n0.51,Very Good,I,SI2,774\n0.93,Ideal,H,IF,6246\n',
      ['Diamond'],
    ],
    ['my-rubies.csv', 'ref,carat,price_usd\na,0.51,774\nb,0.93,6246\n', ['Ruby']],
    ['x.csv', 'ref,opal weight ct,price_usd\na,0.51,774\nb,0.93,6246\n', ['Opal']],
    ['x.csv', 'ref,carat,price_usd\na,0.51,774\nb,0.93,6246\n', ['Diamond', 'Ruby', 'Sapphire', 'Emerald']],
  ])('%s asks which gem it is of, and an answer holds for every record', async (name, text, gems) => {
    const { draft, lines } = await draftAndRead(name, text);
    const asked = draft.questions.filter(({ about }) => about === 'gem');
    expect(asked.map(({ answers }) => answers.map(({ set }) => set))).toEqual([
      gems.map((value) => ({ fields: { gem_type: { value } } })),
    ]);
    expect(lines.map(({ record }) => record?.gem_type)).toEqual([gems[0], gems[0]]);
  });

  it('titles that name gems ask nothing', async () => {
    const { draft } = await draftAndRead(
      'named.csv',
      'ref,title,price_usd\na,Ruby ring,774\nb,A bangle,6246\n',
    );
    expect(draft.questions).toEqual([]);
  });
});

it('a file of which no record can be inspected leaves no copy behind', async () => {
  const copies = await mkdtemp(join(folder, 'copies-'));
  vi.stubEnv('TMPDIR', copies);
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = await put('two.json', '{"a":[{"title":"x","price":1}],"b":[{"title":"y","price":2}]}');
  await expect(inspectFile(path)).rejects.toThrow(
    'Several lists of the file may have the records: "a", "b".',
  );
  expect(await readdir(copies)).toEqual([]);
});

it('every draft loads once its questions are answered, and fits its file', async () => {
  const name = fc.constantFrom(
    ...[
      'id',
      'Lot',
      'Title',
      'name',
      'Preis',
      'prix',
      'Estimate',
      'date',
      'Status',
      'gem',
      'weight',
      'url',
      'Lot',
    ],
    ...[
      '',
      'a: b',
      '- x',
      '"q"',
      '#',
      '{',
      'é\u200b',
      '__proto__',
      'constructor',
      'null',
      'year',
      'key',
      'sale.date',
    ],
  );
  const cell = fc.constantFrom(
    ...[
      '',
      '1',
      '2',
      '3.5',
      'Ruby',
      'Opal ring, 2 ct',
      '$5',
      '€ 1.200,-',
      '12 500 kr',
      '£1m',
      'sold',
      'BI',
      '50 points',
    ],
    ...[
      '2019-01-02',
      '01/02/2019',
      'Sep 28',
      'n/a',
      '1-2',
      '{"a": 1}',
      '<b>x</b>',
      'https://x.example/1',
      'null',
      '#',
    ],
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
  const shape = fc.constantFrom('csv', 'banner', 'sep', 'list', 'sales', 'keyed', 'ndjson');
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 8 }),
      rows,
      shape,
      async (names, cells, kind) => {
        const objects = cells.map((row) => Object.fromEntries(names.map((one, i) => [one, row[i] ?? null])));
        const quoted = (row: string[]) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
        const csv = `${[names, ...cells].map(quoted).join('\n')}\n`;
        const texts: Record<typeof kind, [string, string]> = {
          csv: ['odd.csv', csv],
          banner: ['odd.csv', `Results of May\n\n${csv}`],
          sep: ['odd.csv', `sep=,\n${csv}`],
          list: ['odd.json', JSON.stringify(objects)],
          sales: ['odd.json', JSON.stringify([{ date: '2019-01-02', lots: objects }, { lots: [] }])],
          keyed: ['odd.json', JSON.stringify(Object.fromEntries(objects.map((one, i) => [`k${i}`, one])))],
          ndjson: ['odd.ndjson', objects.map((one) => `${JSON.stringify(one)}\n`).join('')],
        };
        const path = await put(...texts[kind]);
        const report = await inspectFile(path).catch((error: Error) => error);
        if (report instanceof Error) {
          expect(report.name).toBe('UnrecoverableError');
          return;
        }
        if (report.columns.every(({ filled }) => filled === 0)) return;
        const { lines } = await draftAndRead(...texts[kind]);
        expect(lines.length).toBe(report.records);
      },
    ),
    {
      numRuns: Number(process.env.DRAFT_RUNS ?? 150),
      // Two prices without a currency, one of them with other open questions.
      examples: [[['id', 'prix', 'Preis'], [['', '2019-01-02', ''], ['', '{"a": 1}', '1-2'], ['']], 'csv']],
    },
  );
});

it('a file is recognized by the columns of a profile, and by the more exact one of two', async () => {
  await put('own.yaml', 'recognized_by: [Lot, Title]\nfields: {}\n');
  await put('broken.yml', 'recognized_by: [Lot\n');
  const path = await put('known.csv', table);
  expect(await recognizeProfile(path, ['Lot', 'Title', 'x'])).toMatch(/own\.yaml$/);
  await put('exact.yml', 'recognized_by: [Lot, Title, Price USD]\nfields: {}\n');
  expect(await recognizeProfile(path, ['Lot', 'Title', 'Price USD'])).toMatch(/exact\.yml$/);
  expect(await recognizeProfile(path, ['Lot'])).toBeUndefined();
  const { recognized_by: known = [] } = await loadProfile('gem-shop-listings');
  expect(await recognizeProfile(path, [...known, 'other'])).toBe('gem-shop-listings');
});
