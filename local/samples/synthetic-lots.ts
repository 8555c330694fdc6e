import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuctionRecord } from '../../mappings/record.ts';
import { sampleIds } from '../../mappings/sample-ids.ts';
import { type MarketGem, marketGems } from './gem-market.ts';
import { affordable, marketPrice, offered } from './lot-price.ts';
import { lotTitle } from './lot-title.ts';
import { type Random, randomFrom, weighted } from './random.ts';
import { type Sale, saleCalendar } from './sale-calendar.ts';

/** How to generate lots. */
type SyntheticOptions = {
  /** Default 1. The same seed gives the same lots; fewer lots are the beginning of more. */
  readonly seed?: number;
  /** Id of the first lot; the others follow without a gap. */
  readonly firstId?: number;
};

/** Share of lots whose catalogue names no origin although the stone has one. */
const UNTOLD_ORIGIN = 0.14;
/** One lot in this many ids is withdrawn, if it did not sell. */
const withdrawnEvery = 12;
/** Share of lots that are a pair of stones. */
const PAIRS = 0.06;

/** The first id of generated lots; those before it are of notable sales. */
export const firstLot = sampleIds.first + 999_999;

const firstDay = '2005-01-01';
const lastDay = '2026-06-30';

/**
 * Lots of a synthetic market: sales on the days of the real seasons, stones with believable weights, origins and
 * treatments, prices that follow from them, and about every sixth lot unsold because its estimate was too high.
 * Every lot is marked `is_synthetic`; houses, sales, laboratories and jewelers are invented. One at a time, in the order of their ids, not of their dates.
 */
export function* syntheticLots(count: number, { seed = 1, firstId = firstLot }: SyntheticOptions = {}) {
  const random = randomFrom(seed);
  const lotsOffered = new Map<Sale, number>();
  for (let id = firstId; id < firstId + count; id++) {
    const sale = saleOf(random);
    const lot = (lotsOffered.get(sale) ?? 0) + 1;
    lotsOffered.set(sale, lot);
    yield syntheticLot(id, sale, lot, random);
  }
}

/**
 * Writes generated lots to a CSV file (RFC 4180, LF, UTF-8, a header line), replacing it. Streams: memory does not
 * grow with `count`. Resolves when the file is complete.
 */
export async function writeSyntheticCsv(
  path: string,
  count: number,
  options: SyntheticOptions = {},
): Promise<void> {
  await pipeline(Readable.from(syntheticCsv(count, options)), createWriteStream(path));
}

/** The lines of a CSV file of generated lots, each with its line feed; the first one has the names of the columns. */
export function* syntheticCsv(count: number, options?: SyntheticOptions): Generator<string> {
  const [first] = syntheticLots(1);
  yield `${Object.keys(first!).join()}\n`;
  for (const lot of syntheticLots(count, options)) yield `${Object.values(lot).map(cell).join()}\n`;
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(';') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const saleOf = weighted(saleCalendar(firstDay, lastDay).map((sale) => [sale, sale.size]));
const gemOf = weighted(
  marketGems.map((gem) => [
    {
      gem,
      sourceOf: weighted(gem.sources.map((source) => [source, source.share])),
      treatmentOf: weighted(gem.treatments.map((treatment) => [treatment, treatment.share])),
    },
    gem.weight,
  ]),
);

/** A lot in the fields of the contract, ready to be imported. */
function syntheticLot(id: number, sale: Sale, lot: number, random: Random) {
  const { gem, sourceOf, treatmentOf } = gemOf(random);
  const source = sourceOf(random);
  const { treatment, factor: treatmentFactor } = treatmentOf(random);
  const pair = random.next() < PAIRS;
  const weight = weightOf(gem, sale, random);
  const origin = random.next() < UNTOLD_ORIGIN ? null : source.origin;
  const carat =
    random.next() < (gem.unweighed ?? 0.03) ? null : pair ? Number((2 * weight).toFixed(2)) : weight;

  // An origin that no laboratory confirms is not paid for in full.
  const confirmed = origin === null ? Math.sqrt(source.factor) : source.factor;
  const market = marketPrice(gem, weight, sale.year) * confirmed * treatmentFactor * (pair ? 2.2 : 1);
  const worth = affordable(market * Math.exp(0.3 * random.normal()));
  const { low, high, hammer, price } = offered(worth, random);
  const { title, object } = lotTitle({ gem: gem.gem, carat, origin, treatment, pair }, random);
  const labs = labsOf(gem, origin, treatment, worth, random);
  return {
    id,
    title,
    gem_type: gem.gem,
    carat,
    origin,
    price_final_usd: price,
    auction_house: sale.house,
    sale_status: price !== null ? 'sold' : id % withdrawnEvery === 0 ? 'withdrawn' : 'unsold',
    auction_date: sale.date,
    lot_number: String(lot),
    sale: sale.name,
    location: sale.location,
    treatment,
    labs,
    report_numbers: labs.map((_, i) => `SAMPLE-${id % 1_000_000_000}-${i + 1}`),
    object_type: object,
    estimate_low_usd: low,
    estimate_high_usd: high,
    auction_date_precision: 'day',
    price_basis: price === null ? null : 'premium',
    price_hammer_usd: hammer,
    price_premium_usd: price,
    flags: pair ? ['MULTI_STONE'] : [],
    is_synthetic: true,
  } satisfies Partial<AuctionRecord>;
}

/** Carats of one stone, 2 decimals, at least 0.3. */
function weightOf({ medianCarat, spread }: MarketGem, { stature }: Sale, random: Random): number {
  return Number(Math.max(0.3, medianCarat * stature * Math.exp(spread * random.normal())).toFixed(2));
}

const coloredLab = weighted([
  ['Sample Gem Lab North', 30],
  ['Sample Gem Lab South', 26],
  ['Sample Diamond Lab', 12],
  ['Sample Gem Lab East', 16],
  ['Sample Gem Lab West', 12],
  ['Sample Gem Lab River', 4],
]);

function labsOf(
  { gem }: MarketGem,
  origin: string | null,
  treatment: string | null,
  worth: number,
  random: Random,
): string[] {
  if (gem.endsWith('Diamond'))
    return random.next() < (worth > 10_000 ? 0.93 : 0.5) ? ['Sample Diamond Lab'] : [];
  if (origin === null && treatment === null) return [];
  if (worth < 3_000) return [];
  if (gem === 'Jadeite') return ['Sample Jade Lab'];
  const both = worth > 250_000 && random.next() < 0.5;
  return both ? ['Sample Gem Lab North', 'Sample Gem Lab South'] : [coloredLab(random)];
}
