import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../../../ingest/cli/load-profile.ts';
import { draftProfile } from '../../../../ingest/inspect/draft/draft-profile.ts';
import { draftText } from '../../../../ingest/inspect/draft/draft-text.ts';
import { inspectFile } from '../../../../ingest/inspect/inspect-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const lots = `Auctioneer;Sale No;Lot;Lot Title;Sale Date;Price;Currency
Drouot;12;1;BAGUE RUBIS;June 2017;1,200.50;EUR
Drouot;12;2;BROCHE OPALE;June 2017;n/a;EUR
Drouot;13;1;"BAGUE; SAPHIR";July 2017;15,000;EUR
`;

describe('inspectFile', () => {
  it('columns, fill rates, types, examples and the delimiter of a CSV file are reported', async () => {
    const report = await inspectFile(await put('lots.csv', lots));
    expect(report).toMatchObject({ format: 'csv', delimiter: ';', records: 3, unreadable: 0 });
    const byName = Object.fromEntries(report.columns.map((column) => [column.column, column]));
    expect(byName.Price).toMatchObject({ filled: 2, kind: 'number with thousands', unique: true });
    expect(byName['Sale Date']).toMatchObject({ kind: 'date: MMMM yyyy', distinct: 2, unique: false });
    expect(byName.Currency).toMatchObject({ kind: 'currency', examples: ['EUR'] });
    expect(byName['Lot Title']?.examples).toContain('BAGUE; SAPHIR');
  });

  it('a column without a name is named after its position', async () => {
    const { columns } = await inspectFile(await put('index.csv', ',gem, \n0,Ruby,x\n1,Opal,y\n'));
    expect(columns.map(({ column }) => column)).toEqual(['column 1', 'gem', 'column 3']);
  });

  it('NDJSON and compressed files are inspected too', async () => {
    const text = '{"id":1,"title":"Ruby","sold":true}\n{"id":2,"title":"Opal"}\nnot json\n';
    const report = await inspectFile(await put('lots.ndjson.gz', gzipSync(text)));
    expect(report).toMatchObject({ format: 'ndjson', records: 3, unreadable: 1 });
    expect(report.columns.map(({ column, filled }) => [column, filled])).toEqual([
      ['id', 2],
      ['title', 2],
      ['sold', 1],
    ]);
  });
});

describe('draftProfile', () => {
  it('the drafted profile loads unedited', async () => {
    const draft = draftProfile(await inspectFile(await put('again.csv', lots)));
    const path = await put('draft.yaml', draftText('again.csv\n\nremarks', draft));
    const profile = await loadProfile(path);
    expect(profile.identity?.columns).toEqual(['Auctioneer', 'Sale No', 'Lot']);
    expect(profile.fields.auction_date).toEqual({ column: 'Sale Date', formats: ['MMMM yyyy'] });
    expect(profile.price).toMatchObject({
      amount: { column: 'Price', numbers: { thousands: ',' } },
      currency: { column: 'Currency' },
    });
    expect(profile.titles?.read).toContain('gem_type');
  });

  it('the drafted profile marks its assumptions', async () => {
    const { suppositions, questions, open } = draftProfile(
      await inspectFile(await put('few.csv', 'id,name,gem,price,mood\n1,A,Ruby,5,gay\n2,B,Opal,6,sad\n')),
    );
    expect(suppositions).toMatchObject([
      {
        text: expect.stringMatching(/"id" is unique within this source.*ids of this service/),
        values: ['1', '2'],
      },
      { text: expect.stringContaining('was sold'), values: ['5', '6'], rows: 2 },
    ]);
    expect(questions).toMatchObject([{ about: 'currency', values: ['5', '6'], rows: 2 }]);
    expect(open).toEqual(['mood']);
  });

  it('a draft with an open question is refused by its line, and loads with an answer', async () => {
    const path = await put(
      'order.csv',
      'id,name,gem,price_usd,date\n1,A,Ruby,5,01/02/2023\n2,B,Opal,6,03/04/2023\n',
    );
    const draft = draftProfile(await inspectFile(path));
    const text = draftText('order.csv', draft);
    const asked = text.split('\n').findIndex((line) => line.includes('about: date')) + 1;
    await expect(loadProfile(await put('open.yaml', text))).rejects.toThrow(
      `line ${asked}: this question has no answer: Is the day or the month first in the dates of "date"?`,
    );
    const answered = await put('answered.yaml', text.replace('# answer: { fields', 'answer: { fields'));
    expect((await loadProfile(answered)).fields.auction_date).toEqual({
      column: 'date',
      formats: ['d/M/yyyy'],
    });
  });
});
