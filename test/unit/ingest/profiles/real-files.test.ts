import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { checkRecords } from '../../../../ingest/import/check-records.ts';
import { loadProfile } from '../../../../ingest/profiles/load-profile.ts';
import { nextRecordOf } from '../../../../ingest/source/formats.ts';
import { planBatches } from '../../../../ingest/source/plan-batches.ts';
import { planSource } from '../../../../ingest/source/plan-source.ts';
import { readBatch } from '../../../../ingest/source/read-batch.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';

/** Real files beside the project, which are not part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** Records of each file, and how many of them are rejected, by code. */
const files: [file: string, profile: string, records: number, codes: string[]][] = [
  ['christies_lots_dev.csv', 'christies-lots', 16_760, ['no_gem']],
  ['gem_sales_from_texts_dev.csv', 'gem-sales-from-texts', 72, ['bad_price']],
  ['gem_shop_listings_origin.csv', 'gem-shop-listings', 21, []],
  ['gem_listings_lkr_sample.csv', 'gem-listings-lkr', 22, ['wrong_type']],
  ['gem_listings_lkr_sample_b.csv', 'gem-listings-lkr-b', 12, []],
];

describe.skipIf(!existsSync(folder))('a file as it comes', () => {
  it.each(files)('%s is accounted for by the profile %s', async (name, profileName, records, codes) => {
    const profile = await loadProfile(profileName);
    const file = await open(`${folder}${name}`);
    const { plan: how, from } = await planSource(file, { path: name, profile });
    const plan = { ...how, path: name, size: 0, modifiedMs: 0 };
    let accepted = 0;
    const rejected: string[] = [];
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      const rules = { id: 1, created_at: '', mode: 'upsert', profile } as const;
      const checked = checkRecords(await readBatch(file, plan, batch), rules);
      accepted += checked.accepted.length;
      rejected.push(...checked.rejected.map(({ code }) => code));
      expect(checked.rejected.every(({ line, message }) => line > 1 && message !== '')).toBe(true);
    }
    await file.close();
    expect(accepted + rejected.length).toBe(records);
    expect([...new Set(rejected)].sort()).toEqual(codes);
  });

  it.each(files)('%s gives exactly the records that its columns tell', async (name, profileName) => {
    const rows: Record<string, string>[] = parse(await readFile(`${folder}${name}`), { columns: true });
    const lines = await profiledRecords(`${folder}${name}`, await loadProfile(profileName));
    // No cell of these files has a line end: the row of line 2 is the first.
    expect(lines.map(({ line }) => line)).toEqual(rows.map((_, i) => i + 2));
    for (const { line, record } of lines) {
      if (record) expect(record, `line ${line}`).toMatchObject(expectedOf[name]!(rows[line - 2]!));
    }
  });
});

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** What records must show of a row, by plain readings of its cells. */
const expectedOf: Record<string, (row: Record<string, string>) => object> = {
  'christies_lots_dev.csv': (row) => {
    const [month = '', year] = row.month_year!.split(' ');
    return {
      title: row.title!.trim(),
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
    title: row.title,
    carat: row.carat === '' ? null : Number(row.carat),
    auction_house: row.auction_house === 'Heritage' ? 'Heritage Auctions' : row.auction_house || null,
    location: row.city || null,
    ...(row.price_final_usd !== '' && { price_final_usd: Number(row.price_final_usd), is_sold: true }),
    ...(row.sold === 'false' && { sale_status: 'unsold', price_final_usd: null }),
    ...(row.sold === 'true' && { sale_status: 'sold' }),
  }),
  'gem_shop_listings_origin.csv': (row) => ({
    title: row.gem_name,
    carat: Number(row.carat_weight),
    sale_status: 'listing',
    price_final_usd: null,
    price_original: Number(row.price_usd),
    currency: 'USD',
    treatment: { untreated: 'Untreated', unheated: 'No heat', heated: 'Heated' }[row.treatment_status!],
  }),
  'gem_listings_lkr_sample.csv': (row) => ({
    title: row.name,
    carat: Number(row.weight_carat),
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
