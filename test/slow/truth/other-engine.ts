import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AuctionRecord } from '../../../mappings/record.ts';

/** A row of a result. Integers are texts, so that none is rounded. */
export type Row = Record<string, string | number | boolean | null>;

/** Loads records into DuckDB as the table `lots`, with money and weights in whole hundredths. */
export async function openOtherEngine(records: readonly AuctionRecord[]) {
  const connection = await (await DuckDBInstance.create()).connect();
  const folder = await mkdtemp(join(tmpdir(), 'truth-'));
  const file = join(folder, 'lots.ndjson');
  await writeFile(file, records.map((record) => `${JSON.stringify(toRow(record))}\n`).join(''));
  await connection.run(`CREATE TABLE lots AS SELECT * FROM read_json('${file}', columns = ${columns})`);
  await rm(folder, { recursive: true });
  return {
    async ask(sql: string): Promise<Row[]> {
      return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
    },
    close: () => connection.closeSync(),
  };
}

export type OtherEngine = Awaited<ReturnType<typeof openOtherEngine>>;

const columns = `{id: 'BIGINT', gem_type: 'VARCHAR', origin: 'VARCHAR', auction_house: 'VARCHAR', treatment: 'VARCHAR',
  carat_band: 'VARCHAR', is_sold: 'BOOLEAN', status: 'VARCHAR', price: 'BIGINT', ppc_cents: 'BIGINT', stone_ppc_cents: 'BIGINT', carat_cents: 'BIGINT',
  auction_day: 'DATE', precision: 'VARCHAR', flag: 'VARCHAR', object_type: 'VARCHAR', is_synthetic: 'BOOLEAN', basis: 'VARCHAR',
  hammer: 'BIGINT', hammer_ppc_cents: 'BIGINT', premium: 'BIGINT', premium_ppc_cents: 'BIGINT',
  low: 'BIGINT', high: 'BIGINT'}`;

const cents = (value: number | null) => (value === null ? null : Math.round(value * 100));

/** Computes price ÷ weight in cents, rounded half up, instead of reading it from the record. */
function centsPerCarat(price: number | null, carat: number | null): number | null {
  if (price === null || carat === null) return null;
  const [dividend, divisor] = [BigInt(price) * 10_000n, BigInt(cents(carat)!)];
  return Number((2n * dividend + divisor) / (2n * divisor));
}

function toRow(record: AuctionRecord) {
  return {
    id: record.id,
    gem_type: record.gem_type,
    origin: record.origin,
    auction_house: record.auction_house,
    treatment: record.treatment,
    carat_band: record.carat === null ? null : bandOf(record.carat),
    is_sold: record.is_sold,
    status: record.sale_status,
    price: record.price_final_usd,
    ppc_cents: centsPerCarat(record.price_final_usd, record.carat),
    stone_ppc_cents: record.flags.includes('MULTI_STONE')
      ? null
      : centsPerCarat(record.price_final_usd, record.carat),
    carat_cents: cents(record.carat),
    auction_day: record.auction_date,
    precision: record.auction_date_precision,
    flag: record.flags[0] ?? null,
    object_type: record.object_type,
    is_synthetic: record.is_synthetic,
    basis: record.price_basis,
    hammer: record.price_hammer_usd,
    hammer_ppc_cents: centsPerCarat(record.price_hammer_usd, record.carat),
    premium: record.price_premium_usd,
    premium_ppc_cents: centsPerCarat(record.price_premium_usd, record.carat),
    low: record.estimate_low_usd,
    high: record.estimate_high_usd,
  };
}

/** The size classes as the documentation defines them. */
function bandOf(carat: number): string {
  if (carat < 1) return '0-1';
  if (carat < 2) return '1-2';
  if (carat < 3) return '2-3';
  if (carat < 5) return '3-5';
  return carat < 10 ? '5-10' : carat < 20 ? '10-20' : '20-';
}
