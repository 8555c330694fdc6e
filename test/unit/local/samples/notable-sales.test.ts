import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { knownColumns } from '../../../../ingest/record/input.ts';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';
import { isSampleId } from '../../../../mappings/sample-ids.ts';
import { auctionHouses, gemTypes, origins } from '../../../../mappings/vocabulary/index.ts';

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const rows: Record<string, string>[] = parse(text('../../../../local/samples/notable-sales.csv'), {
  columns: true,
});
const sources: Record<string, Record<string, string>> = parseYaml(text('notable-sources.yaml'));
const publishers = Object.values(sources).flatMap(Object.keys);
const publisherOf = (host: string) =>
  publishers.find((publisher) => host === publisher || host.endsWith(`.${publisher}`));

describe('the sample of notable sales', () => {
  it('the number of sales is that in the README, and at least 100', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100);
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(`${rows.length} notable sales`);
  });

  it('ids are those of sample lots and ascend, removed sales leave gaps, and all columns can be imported', () => {
    const ids = rows.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids.every(isSampleId)).toBe(true);
    for (const column of Object.keys(rows[0]!)) expect(knownColumns).toContain(column);
  });

  it('each sale names a page of an auction house or of established press', () => {
    for (const { id, url } of rows) {
      expect(url, `id ${id}`).toMatch(/^https?:\/\//);
      expect(publisherOf(new URL(url!).hostname), `id ${id}: ${url}`).toBeDefined();
    }
  });

  it('every listed source is used', () => {
    const used = new Set(rows.map(({ url }) => publisherOf(new URL(url!).hostname)));
    expect(publishers.filter((publisher) => !used.has(publisher))).toEqual([]);
  });

  it('all names are canonical', () => {
    for (const { id, gem_type, origin, auction_house } of rows) {
      expect(gemTypes.canonical(gem_type!), `id ${id}`).toBe(gem_type);
      if (origin) expect(origins.canonical(origin), `id ${id}`).toBe(origin);
      if (auction_house) expect(auctionHouses.canonical(auction_house), `id ${id}`).toBe(auction_house);
    }
  });

  it('all sales are imported without a reject', () => {
    for (const row of rows) {
      const record = normalize(row, { id: 1, created_at: '2026-11-24T09:30:00.000Z' });
      expect(isRejection(record) ? record : undefined, `id ${row.id}`).toBeUndefined();
      if (!isRejection(record)) expect(record.unknown).toEqual([]);
    }
  });

  it('no sale occurs twice', () => {
    const keys = rows.map(({ title, auction_date }) => `${title} ${auction_date}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('unsold lots have no dollar price, and some lots are unsold', () => {
    const unsold = rows.filter(({ is_sold }) => is_sold === 'false');
    expect(unsold.length).toBeGreaterThanOrEqual(5);
    for (const { id, price_final_usd } of unsold) expect(price_final_usd, `id ${id}`).toBe('');
  });

  it('every date has a precision, and a month or year is given by its first day', () => {
    for (const { id, auction_date, auction_date_precision } of rows) {
      expect(auction_date_precision === '', `id ${id}`).toBe(auction_date === '');
      if (auction_date_precision === 'month') expect(auction_date).toMatch(/-01$/);
      if (auction_date_precision === 'year') expect(auction_date).toMatch(/-01-01$/);
    }
  });

  it('low estimates are below high ones, and every original amount has a currency', () => {
    for (const { id, estimate_low_usd, estimate_high_usd, price_original, currency } of rows) {
      if (estimate_low_usd && estimate_high_usd) {
        expect(Number(estimate_low_usd), `id ${id}`).toBeLessThan(Number(estimate_high_usd));
      }
      expect(price_original === '', `id ${id}`).toBe(currency === '');
    }
  });

  it('several Burmese rubies above a million dollars and many kinds of gems are present', () => {
    const rubies = rows.filter(
      ({ gem_type, origin, price_final_usd }) =>
        gem_type === 'Ruby' && origin === 'Myanmar' && Number(price_final_usd) >= 1_000_000,
    );
    expect(rubies.length).toBeGreaterThanOrEqual(10);
    expect(new Set(rows.map(({ gem_type }) => gem_type)).size).toBeGreaterThanOrEqual(15);
  });
});
