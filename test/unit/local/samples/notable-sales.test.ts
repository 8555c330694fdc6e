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

  it('unsold lots have no dollar price, and some lots are unsold', () => {
    const unsold = rows.filter(({ is_sold }) => is_sold === 'false');
    expect(unsold.length).toBeGreaterThanOrEqual(5);
    for (const { id, price_final_usd } of unsold) expect(price_final_usd, `id ${id}`).toBe('');
  });
});
