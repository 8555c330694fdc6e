import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { knownColumns } from '../../../../ingest/record/input.ts';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';
import { auctionHouses, gemTypes, origins } from '../../../../mappings/vocabulary/index.ts';

const file = new URL('../../../../local/samples/notable-sales.csv', import.meta.url);
const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true });

describe('the notable sales', () => {
  it('are at least 100, numbered from 1 without a gap, in columns that an import knows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100);
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map((_, index) => index + 1));
    for (const column of Object.keys(rows[0]!)) expect(knownColumns).toContain(column);
  });

  it('each name the page that they come from', () => {
    for (const { id, url } of rows) {
      expect(URL.canParse(url!), `id ${id}: ${url}`).toBe(true);
      expect(url).toMatch(/^https?:\/\//);
    }
  });

  it('carry canonical names', () => {
    for (const { id, gem_type, origin, auction_house } of rows) {
      expect(gemTypes.canonical(gem_type!), `id ${id}`).toBe(gem_type);
      if (origin) expect(origins.canonical(origin), `id ${id}`).toBe(origin);
      if (auction_house) expect(auctionHouses.canonical(auction_house), `id ${id}`).toBe(auction_house);
    }
  });

  it('are imported without a reject', () => {
    for (const row of rows) {
      const record = normalize(row, { id: 1, created_at: '' });
      expect(isRejection(record) ? record : undefined, `id ${row.id}`).toBeUndefined();
      if (!isRejection(record)) expect(record.unknown).toEqual([]);
    }
  });

  it('are no sale twice', () => {
    const keys = rows.map(({ title, auction_date }) => `${title} ${auction_date}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('give no dollar price for a lot that did not sell, and count some of those', () => {
    const unsold = rows.filter(({ is_sold }) => is_sold === 'false');
    expect(unsold.length).toBeGreaterThanOrEqual(5);
    for (const { id, price_final_usd } of unsold) expect(price_final_usd, `id ${id}`).toBe('');
  });

  it('give a precision with every date, and the first day for a month or a year', () => {
    for (const { id, auction_date, auction_date_precision } of rows) {
      expect(auction_date_precision === '', `id ${id}`).toBe(auction_date === '');
      if (auction_date_precision === 'month') expect(auction_date).toMatch(/-01$/);
      if (auction_date_precision === 'year') expect(auction_date).toMatch(/-01-01$/);
    }
  });

  it('give low estimates below high ones, and a currency with every original amount', () => {
    for (const { id, estimate_low_usd, estimate_high_usd, price_original, currency } of rows) {
      if (estimate_low_usd && estimate_high_usd) {
        expect(Number(estimate_low_usd), `id ${id}`).toBeLessThan(Number(estimate_high_usd));
      }
      expect(price_original === '', `id ${id}`).toBe(currency === '');
    }
  });

  it('hold several Burmese rubies of more than a million dollars, and many kinds of gems', () => {
    const rubies = rows.filter(
      ({ gem_type, origin, price_final_usd }) =>
        gem_type === 'Ruby' && origin === 'Myanmar' && Number(price_final_usd) >= 1_000_000,
    );
    expect(rubies.length).toBeGreaterThanOrEqual(10);
    expect(new Set(rows.map(({ gem_type }) => gem_type)).size).toBeGreaterThanOrEqual(15);
  });
});
