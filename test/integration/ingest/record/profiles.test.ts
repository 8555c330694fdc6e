import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOfKey } from '../../../../ingest/record/identity-reader.ts';
import { expandProfile } from '../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const profile = expandProfile({
  name: 'results',
  identity: ['house', 'sale', 'lot'],
  fields: {
    title: 'what',
    auction_house: 'house',
    auction_date: { column: 'when', formats: ['MMMM yyyy'] },
    is_sold: { value: true },
  },
  price: {
    amount: { column: 'price', numbers: { thousands: ',' } },
    currency: 'currency',
    rates: [{ date: '2017-01-01', currency: 'HKD', usd_per_unit: 0.128 }],
  },
  titles: ['gem_type', 'carat', 'origin', 'treatment'],
}) as Profile;

const header = 'house,sale,lot,what,when,price,currency,mood';
const line = (
  lot: number | string,
  what = 'A 2.50-CARAT BURMESE RUBY RING',
  price = '1000',
  currency = 'USD',
) => `Christie's,7,${lot},"${what}",June 2017,"${price}",${currency},gay`;
const idOf = (lot: number | string) => idOfKey(`christies\u001f7\u001f${lot}`);

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const record = async (lot: number | string) => (await ingest.records()).find(({ id }) => id === idOf(lot));

describe('imports with a profile', () => {
  it('readable rows are indexed, others are rejected by line, and ignored columns are listed', async () => {
    const entry = await ingest.import(
      'lots.csv',
      [
        header,
        line(1),
        line(2, 'A GOLD BANGLE'),
        line(3, 'AN OPAL RING', '350,5000'),
        line(4, 'AN OPAL RING', '1,000', 'CHF'),
        line(5, 'AN OPAL RING', '1,000', 'HKD'),
        line('', 'AN OPAL RING'),
      ].join('\n'),
      { profile },
    );
    expect(entry).toMatchObject({
      state: 'completed',
      read: 6,
      indexed: 3,
      rejected: 3,
      rejected_by_code: { no_gem: 1, bad_price: 1, required: 1 },
      flags: { NOT_CONVERTED: 1, CURRENCY_CONVERTED: 1, DATE_PARTIAL: 3, CARAT_FROM_TITLE: 1 },
      ignored_columns: ['mood'],
    });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([
      { line: 3, field: 'gem_type', code: 'no_gem', raw: line(2, 'A GOLD BANGLE') },
      { line: 4, field: 'price_final_usd', code: 'bad_price' },
      { line: 7, field: 'id', code: 'required' },
    ]);
    expect(await record(1)).toMatchObject({
      gem_type: 'Ruby',
      carat: 2.5,
      origin: 'Myanmar',
      auction_date: '2017-06-01',
      auction_date_precision: 'month',
      price_final_usd: 1000,
      price_per_carat_usd: 400,
      derived: ['gem_type', 'carat', 'origin'],
      flags: ['CARAT_FROM_TITLE', 'DATE_PARTIAL'],
    });
  });

  it('a repeated import gives the same rows the same ids', async () => {
    const rows = [header, line(1), line(5)].join('\n');
    const first = await ingest.import('a.csv', rows, { profile });
    const again = await ingest.import('b.csv', rows.replaceAll('RING', 'BROOCH'), { profile });
    expect(first).toMatchObject({ indexed: 2 });
    expect(again).toMatchObject({ indexed: 2, new: 0, superseded: 0 });
    expect((await record(1))?.title).toBe('A 2.50-CARAT BURMESE RUBY BROOCH');
  });

  it('an import with ids of a column stops before it overwrites records of another source', async () => {
    const named = (name: string) =>
      ({
        name,
        fields: { id: { column: 'no' }, title: { column: 'what' } },
        titles: { read: ['gem_type'] },
      }) as Profile;
    const titles = async () =>
      Object.fromEntries(
        (await ingest.records()).filter(({ id }) => id < 1_000).map(({ id, title }) => [id, title]),
      );
    const first = await ingest.import('house-a.csv', 'no,what\n901,RUBY RING\n902,OPAL RING\n', {
      profile: named('house a'),
    });
    expect(first).toMatchObject({ state: 'completed', indexed: 2 });
    const before = await titles();

    const other = { profile: named('house b') };
    const stopped = await ingest.import('house-b.csv', 'no,what\n903,OPAL BROOCH\n902,EMERALD RING\n', other);
    expect(stopped.state).toBe('failed');
    expect(stopped.reason).toContain(`id 902 belongs to a record of import ${first.id} (profile "house a")`);
    expect(stopped.reason).toContain('namespace: house b');
    const deletion = await ingest.import('house-b.csv', 'no,what\n901,x\n', { ...other, mode: 'delete' });
    expect(deletion.state).toBe('failed');
    expect(await titles()).toMatchObject(before);

    const again = await ingest.import('house-a-2.csv', 'no,what\n902,OPAL PENDANT\n903,OPAL BROOCH\n', {
      profile: named('house a'),
    });
    expect(again).toMatchObject({ state: 'completed', indexed: 2 });
    expect(await titles()).toMatchObject({ 901: 'RUBY RING', 902: 'OPAL PENDANT', 903: 'OPAL BROOCH' });
    const plain = await ingest.import('plain.csv', 'id,title,gem_type\n901,Corrected,Ruby\n');
    expect(plain).toMatchObject({ state: 'completed', indexed: 1 });
  });

  it('an import fails when the file lacks a column that the profile names', async () => {
    const entry = await ingest.import('short.csv', 'house,sale,what,when\na,b,c,d\n', { profile });
    expect(entry.state).toBe('failed');
    for (const column of ['lot', 'price', 'currency']) {
      expect(entry.reason).toContain(`"${column}" is in the profile but not in the file`);
    }
  });
});
