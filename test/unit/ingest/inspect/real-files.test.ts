import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../../../ingest/cli/load-profile.ts';
import { checkRecords } from '../../../../ingest/import/index-batch.ts';
import { nextRecordOf } from '../../../../ingest/source/next-record.ts';
import { planBatches, planSource } from '../../../../ingest/source/plan-source.ts';
import { readBatch } from '../../../../ingest/source/read-records.ts';
import { AuctionRecord } from '../../../../mappings/record.ts';
import { clean } from '../../../../mappings/vocabulary/vocabulary.ts';
import { type ProfiledLine, profiledRecords } from '../../../support/profiled-records.ts';

/** Real files that are not part of the project. */
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** The records of each file, and its codes of rejects. */
const files: [file: string, profile: string, records: number, codes: string[]][] = [
  ['christies_lots_dev.csv', 'christies-lots', 16_760, ['no_gem']],
  ['gem_sales_from_texts_dev.csv', 'gem-sales-from-texts', 72, ['bad_price']],
  ['gem_shop_listings_origin.csv', 'gem-shop-listings', 21, []],
  ['gem_listings_lkr_sample.csv', 'gem-listings-lkr', 22, []],
  ['gem_listings_lkr_sample_b.csv', 'gem-listings-lkr-b', 12, []],
];

/** Lines read by a person: values that the cells do not state literally. The cells are in the file. */
const checked: [file: string, line: number, profile: string, read: Partial<AuctionRecord>][] = [
  [
    'christies_lots_dev.csv',
    777,
    'christies-lots',
    {
      ...{ gem_type: 'Diamond', object_type: 'brooch', sale_status: 'sold' },
      // A euro was 1.12956 dollars in June 2019.
      ...{ price_final_usd: 7766, estimate_low_usd: 6777, estimate_high_usd: 9036 },
      ...{ price_premium_usd: 7766, price_premium_usd_source: 'given' },
      ...{
        derived: ['gem_type', 'object_type'],
        flags: ['CURRENCY_CONVERTED', 'MULTI_STONE', 'DATE_PARTIAL'],
      },
    },
  ],
  [
    'christies_lots_dev.csv',
    9999,
    'christies-lots',
    {
      ...{ gem_type: 'Diamond', object_type: 'bracelet', sale_status: 'sold' },
      ...{ estimate_low_usd: 200_000, estimate_high_usd: 300_000 },
      ...{ price_premium_usd: 245_000, price_premium_usd_source: 'given' },
      // 25% of the first 100,000, 20% of the rest.
      ...{ price_hammer_usd: 200_000, price_hammer_usd_source: 'schedule' },
      ...{ derived: ['gem_type', 'object_type'], flags: ['MULTI_STONE', 'DATE_PARTIAL'] },
    },
  ],
  [
    'gem_sales_from_texts_dev.csv',
    2,
    'gem-sales-from-texts',
    {
      ...{ gem_type: 'Pink Diamond', origin: 'South Africa', price_original: 71_175_926, currency: 'USD' },
      ...{ sale_status: 'sold', price_per_carat_usd: 1_194_226.95, flags: ['DATE_PARTIAL'] },
      ...{ derived: ['gem_type'] },
      ...{ auction_date: '2017-04-01', auction_date_precision: 'month' },
    },
  ],
  [
    'gem_sales_from_texts_dev.csv',
    40,
    'gem-sales-from-texts',
    {
      ...{ gem_type: 'Sapphire', origin: 'Kashmir', price_original: 3_064_000, currency: 'USD' },
      ...{ sale_status: 'sold', price_per_carat_usd: 135_216.24, flags: ['DATE_PARTIAL'] },
      ...{ auction_date: '2007-04-01', auction_date_precision: 'month' },
    },
  ],
  [
    'gem_shop_listings_origin.csv',
    2,
    'gem-shop-listings',
    { gem_type: 'Sapphire', origin: 'Madagascar', derived: ['gem_type'] },
  ],
  [
    'gem_shop_listings_origin.csv',
    10,
    'gem-shop-listings',
    // The seller names three countries.
    { gem_type: 'Spinel', origin: 'Tanzania / Vietnam / Burma', derived: ['gem_type'] },
  ],
  [
    'gem_listings_lkr_sample.csv',
    2,
    'gem-listings-lkr',
    { gem_type: 'Pink Sapphire', auction_date_precision: 'day' },
  ],
  [
    'gem_listings_lkr_sample.csv',
    12,
    'gem-listings-lkr',
    { gem_type: 'Ruby', auction_date_precision: 'day' },
  ],
  ...[2, 8].map((line): (typeof checked)[number] => [
    'gem_listings_lkr_sample_b.csv',
    line,
    'gem-listings-lkr-b',
    { gem_type: 'Sapphire', treatment: 'Heated', currency: 'LKR', auction_date_precision: 'day' },
  ]),
];

/** Each file is read once, by one profile. */
const read = new Map<string, Promise<ProfiledLine[]>>();

function linesOf(name: string, profileName: string): Promise<ProfiledLine[]> {
  const lines =
    read.get(name) ??
    loadProfile(profileName).then((profile) => profiledRecords(`${folder}${name}`, profile));
  read.set(name, lines);
  return lines;
}

describe.skipIf(!existsSync(folder))('real files', () => {
  it.each(files)(
    'every row of %s is accepted or rejected as expected by the profile %s',
    async (name, profileName, records, codes) => {
      const profile = await loadProfile(profileName);
      const file = await open(`${folder}${name}`);
      const { plan: how, from } = await planSource(file, { path: name, profile });
      const plan = { ...how, path: name, size: 0, modifiedMs: 0 };
      let accepted = 0;
      const rejected: string[] = [];
      for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
        const rules = { id: 1, created_at: '2026-11-24T09:30:00.000Z', mode: 'upsert', profile } as const;
        const checked = checkRecords(await readBatch(file, plan, batch), rules);
        accepted += checked.accepted.length;
        rejected.push(...checked.rejected.map(({ code }) => code));
        expect(checked.rejected.every(({ line, message }) => line > 1 && message !== '')).toBe(true);
      }
      await file.close();
      expect(accepted + rejected.length).toBe(records);
      expect([...new Set(rejected)].sort()).toEqual(codes);
    },
  );

  it.each(files)('the records of %s equal those computed from its columns', async (name, profileName) => {
    const rows: Record<string, string>[] = parse(await readFile(`${folder}${name}`), { columns: true });
    const lines = await linesOf(name, profileName);
    // No cell contains a line end, so the first row is on line 2.
    expect(lines.map(({ line }) => line)).toEqual(rows.map((_, i) => i + 2));
    for (const { line, record } of lines) {
      if (record) expect(record, `line ${line}`).toMatchObject(expectedOf[name]!(rows[line - 2]!));
    }
  });

  // The counts show how many records of a file a changed title rule affects.
  it.each(files)('%s has the recorded totals', async (name, profileName) => {
    const lines = await linesOf(name, profileName);
    const totals: Record<string, Record<string, number>> = {};
    const count = (what: string, value: unknown) => {
      totals[what] ??= {};
      totals[what][`${value}`] = (totals[what][`${value}`] ?? 0) + 1;
    };
    for (const { record, code } of lines) {
      count('lines', record ? 'accepted' : `rejected as ${code}`);
      if (!record) continue;
      const { sale_status, currency, gem_type, object_type, origin, treatment, flags } = record;
      for (const [field, value] of Object.entries({
        sale_status,
        currency,
        gem_type,
        object_type,
        origin,
        treatment,
      }))
        count(field, value);
      for (const flag of flags) count('flags', flag);
    }
    const sorted = Object.fromEntries(
      Object.entries(totals).map(([what, counts]) => [
        what,
        Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
    );
    await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(
      `real-files/${name.replace('.csv', '.json')}`,
    );
  });

  it.each(checked)(
    '%s, line %i, gives the record that a person reads in it',
    async (name, number, profileName, read) => {
      const rows: Record<string, string>[] = parse(await readFile(`${folder}${name}`), { columns: true });
      const lines = await linesOf(name, profileName);
      const { record } = lines.find(({ line }) => line === number)!;
      expect(record).toEqual({
        ...Object.fromEntries(Object.keys(AuctionRecord.properties).map((field) => [field, null])),
        ...{
          derived: [],
          flags: [],
          labs: [],
          report_numbers: [],
          is_synthetic: false,
          price_basis: 'unknown',
        },
        ...{ is_sold: 'sale_status' in read ? read.sale_status === 'sold' : false },
        ...expectedOf[name]!(rows[number - 2]!),
        ...read,
        ...{ id: expect.any(Number), import: expect.any(Number), updated_at: expect.any(String) },
      });
    },
  );
});

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The values that a record must have, by plain parsing of its cells. */
const expectedOf: Record<string, (row: Record<string, string>) => object> = {
  'christies_lots_dev.csv': (row) => {
    const [month = '', year] = row.month_year!.split(' ');
    return {
      title: clean(row.title!),
      auction_house: "Christie's",
      sale: row.sale_number,
      lot_number: row.lot,
      location: row.location,
      auction_date: `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-01`,
      auction_date_precision: 'month',
      sale_status: 'sold',
      price_original: Number(row.price_local),
      currency: row.currency_inferred,
      price_basis: 'premium',
      ...(row.currency_inferred === 'USD' && { price_final_usd: Number(row.price_local) }),
    };
  },
  'gem_sales_from_texts_dev.csv': (row) => ({
    title: clean(row.title!),
    carat: row.carat === '' ? null : Number(row.carat),
    auction_house: row.auction_house === 'Heritage' ? 'Heritage Auctions' : row.auction_house || null,
    location: row.city || null,
    url: /^https?:/.test(row.source_url!) ? row.source_url : null,
    ...(row.price_final_usd !== '' && { price_final_usd: Number(row.price_final_usd), is_sold: true }),
    ...(row.sold === 'false' && { sale_status: 'unsold', price_final_usd: null }),
    ...(row.sold === 'true' && { sale_status: 'sold' }),
  }),
  'gem_shop_listings_origin.csv': (row) => ({
    title: clean(row.gem_name!),
    carat: Number(row.carat_weight),
    sale_status: 'listing',
    price_final_usd: null,
    price_original: Number(row.price_usd),
    currency: 'USD',
    treatment: { untreated: 'Untreated', unheated: 'No heat', heated: 'Heated' }[row.treatment_status!],
  }),
  'gem_listings_lkr_sample.csv': (row) => ({
    title: clean(row.name!),
    carat: Number(row.weight_carat) || null,
    sale_status: 'listing',
    price_original: Number(row.price_value),
    currency: 'LKR',
    auction_date: row.collected_at!.slice(0, 10),
    treatment: { Unheated: 'No heat', Heated: 'Heated' }[row.treatment!] ?? null,
  }),
  'gem_listings_lkr_sample_b.csv': (row) => ({
    title: [row.Variety, row.Colour, row['Cut/Shape']].filter((text) => text !== '').join(', '),
    carat: row['Carat Weight (ct)'] === '' ? null : Number(row['Carat Weight (ct)']),
    sale_status: 'listing',
    price_final_usd: null,
    price_original: row['Asking Price (LKR)'] === '' ? null : Number(row['Asking Price (LKR)']),
    auction_date: row.Date,
  }),
};
