import fc from 'fast-check';
import { caratBands } from '../../mappings/carat-bands.ts';
import { flagNames } from '../../mappings/flags.ts';
import { type AuctionRecord, type SaleStatus, saleStatuses } from '../../mappings/record.ts';
import { pricePerCarat } from '../../mappings/round.ts';
import { quoteValue } from '../../mappings/vocabulary/vocabulary.ts';

/** A complete record; by default, a sold ruby. */
export function buildAuction(known: Partial<AuctionRecord> & { id: number }): AuctionRecord {
  const status = known.sale_status ?? statusOf(known.is_sold === undefined ? true : known.is_sold);
  const record: AuctionRecord = {
    title: `Lot ${known.id}`,
    gem_type: 'Ruby',
    carat: 2,
    origin: 'Myanmar',
    price_final_usd: 10_000,
    auction_house: "Christie's",
    is_sold: status === 'unknown' ? null : status === 'sold',
    sale_status: status,
    auction_date: '2020-05-12',
    price_per_carat_usd: null,
    lot_number: null,
    sale: null,
    location: null,
    treatment: null,
    labs: [],
    report_numbers: [],
    object_type: null,
    url: null,
    image_url: null,
    estimate_low_usd: null,
    estimate_high_usd: null,
    auction_date_precision: null,
    price_original: null,
    currency: null,
    price_basis: null,
    price_hammer_usd: null,
    price_hammer_usd_source: null,
    price_premium_usd: null,
    price_premium_usd_source: null,
    derived: [],
    flags: [],
    is_synthetic: false,
    import: null,
    updated_at: null,
    duplicate_of: null,
    stone_id: null,
    stone_evidence: [],
    ...known,
  };
  return { ...record, price_per_carat_usd: pricePerCaratOf(record) };
}

function pricePerCaratOf({ price_final_usd, carat }: AuctionRecord): number | null {
  return price_final_usd === null || carat === null ? null : pricePerCarat(price_final_usd, carat);
}

const gemTypes = [
  'Ruby',
  'Sapphire',
  'Padparadscha Sapphire',
  'Emerald',
  'Paraíba Tourmaline',
  'Garnet',
  'Moon  rock',
];
const origins = ['Myanmar', 'Sri Lanka', 'Kashmir', 'Colombia', 'Brazil', 'Atlantis'];
const houses = ["Christie's", "Sotheby's", 'Bonhams', 'Vieux Marché'];
const treatments = ['No heat', 'Heated', 'Untreated', 'Huile mineure, traces'];
const labs = ['SSEF', 'Gübelin', 'GIA'];
const sales = ['Magnificent Jewels', 'Rubies, Sapphires & "Blues"', '"Étoiles", Part 2', 'Sale 7'];
const places = ['Geneva', 'Hong Kong', 'Zürich, online'];
/** In the order of a catalog. */
export const lotNumbers = ['1', '2', '9A', '10', '10A', '10B', '102', '1001', 'A2', 'A10'];
const reportNumbers = ['78414', 'GRS 2019/04', 'É-5'];
const titleWords = ['Kashmir', 'ruby', 'Sunrise', 'Été', 'ring', 'important', 'pear-shaped', '12.5'];

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 5 });
const collapse = (text: string) => text.replace(/\s+/g, ' ');

/** Days close together, including new year and leap days, so that many records have the same day. */
const anyDay: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('2016-02-29', '2019-12-31', '2020-01-01', '2020-02-29', '1969-12-31', '1650-03-04'),
  fc
    .integer({ min: 0, max: 60 })
    .map((day) => new Date(Date.UTC(2020, 4, 1 + day)).toISOString().slice(0, 10)),
);
const anyTime = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T12:00:00.000Z',
);
const anyCarat = fc.oneof(
  fc.constantFrom(0.01, 1, 2, 2.5, 3, 20, 3000),
  fc.integer({ min: 1, max: 3000 }).map((hundredths) => hundredths / 100),
);
const anyPrice = fc.oneof(
  fc.constantFrom(0, 1, 5_000, 10_000, 30_335_698, 5_000_000_000),
  fc.integer({ min: 1, max: 100_000 }),
);
const anyTitle: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...titleWords), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '));

/** Any valid record with this id: ties, gaps, unsold lots and unknown names are frequent. */
const anyAuction = (id: number): fc.Arbitrary<AuctionRecord> =>
  fc
    .record({
      title: anyTitle,
      gem_type: fc.constantFrom(...gemTypes.map(collapse)),
      carat: maybe(anyCarat),
      origin: maybe(fc.constantFrom(...origins)),
      price: maybe(anyPrice),
      auction_house: maybe(fc.constantFrom(...houses)),
      sale_status: fc.constantFrom('sold' as const, 'sold' as const, 'sold' as const, ...saleStatuses),
      auction_date: maybe(anyDay),
      treatment: maybe(fc.constantFrom(...treatments)),
      labs: fc.subarray(labs, { maxLength: 2 }),
      object_type: maybe(
        fc.constantFrom(
          'ring' as const,
          'brooch' as const,
          'loose_stone' as const,
          'watch' as const,
          'box' as const,
        ),
      ),
      flags: fc.subarray(flagNames, { maxLength: 2 }),
      is_synthetic: fc.boolean(),
      updated_at: maybe(anyTime),
      sale: maybe(fc.constantFrom(...sales)),
      location: maybe(fc.constantFrom(...places)),
      lot_number: maybe(fc.constantFrom(...lotNumbers)),
      report_numbers: fc.subarray(reportNumbers, { maxLength: 2 }),
    })
    .map(({ price, ...known }) =>
      buildAuction({ ...known, id, price_final_usd: known.sale_status === 'sold' ? price : null }),
    );

/** `count` seeded random records with scattered ids. */
export function generateAuctions(count: number, seed: number): AuctionRecord[] {
  const ids = Array.from({ length: count }, (_, index) => 1 + index * 3 + (index % 2));
  return ids.map(
    (id, index) => fc.sample(anyAuction(id), { numRuns: 1, seed: seed * 1_000_003 + index })[0]!,
  );
}

const list = (values: readonly string[]) =>
  fc
    .subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) })
    .map((some) => some.join(','));
const range = <T>(name: string, low: string, high: string, bound: fc.Arbitrary<T>) =>
  fc
    .tuple(bound, bound, fc.constantFrom('both', 'low', 'high'))
    .map(([a, b, which]): Record<string, string> => {
      const [least, greatest] = a <= b ? [a, b] : [b, a];
      return {
        ...(which !== 'high' && { [`${name}${low}`]: String(least) }),
        ...(which !== 'low' && { [`${name}${high}`]: String(greatest) }),
      };
    });

/** Up to 100 ids, some without a record. */
const anyIds = fc
  .uniqueArray(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 100 })
  .map((ids) => ids.join(','));

/** The query parameters of random filters, single and combined. */
export const anyFilters: fc.Arbitrary<Record<string, string>> = fc
  .subarray(
    [
      fc.record({ gem_name: list(['ruby', 'SAPPHIRE', 'Paraiba', 'garnet', 'moon rock', 'nothing']) }),
      fc.record({ origin: list(['Burma', 'ceylon', 'kashmir', 'none', 'ATLANTIS', 'Lemuria']) }),
      fc.record({ auction_house: list(['christies', "SOTHEBY'S", 'bonhams', 'vieux marche', 'none']) }),
      fc.record({ is_sold: fc.constantFrom('true', 'false') }),
      range('weight', '_min', '_max', anyCarat),
      range('price', '_min', '_max', anyPrice),
      range('date', '_from', '_to', anyDay),
      range('price_per_carat', '_min', '_max', anyPrice),
      fc.record({ treatment: list(['unheated', 'HEATED', 'Not treated', 'None']) }),
      fc.record({ lab: list(['ssef', 'gubelin', 'none']) }),
      fc.record({ object_type: list(['ring', 'loose_stone', 'watch', 'none']) }),
      fc.record({ status: list(saleStatuses) }),
      fc.record({ carat_band: list(caratBands.map(({ name }) => name)) }),
      fc.record({ year: list(['1650', '2016', '2019', '2020', '2021']) }),
      fc.record({ flags: list(flagNames) }),
      fc.record({ selection: fc.constantFrom('all', 'market') }),
      fc.record({ is_synthetic: fc.constantFrom('true', 'false') }),
      fc.record({
        updated_since: fc.oneof(
          anyTime,
          fc.constantFrom('2026-01-01', '2026-03-01', '2026-03-01T14:00:00+02:00', '2026-02-28T23:59:59Z'),
        ),
      }),
      fc.record({ ids: anyIds }),
      fc.record({ sale: list(['magnificent JEWELS', 'sale 7', ...sales.map(quoteValue), 'none']) }),
      fc.record({ location: list(['geneva', '"zurich, ONLINE"', 'none', 'nowhere']) }),
      fc.record({ lot_number: list(['1', '10a', 'a10', '999']) }),
      fc.record({ report_number: list(['78414', 'grs 2019/04', 'e-5']) }),
      fc.record({
        q: fc.oneof(
          anyTitle,
          anyTitle.map((title) => `"${title}"`),
          fc.constant('ETE "sunrise ruby"'),
        ),
      }),
    ] as fc.Arbitrary<Record<string, string>>[],
    { maxLength: 4 },
  )
  .chain((some) => fc.tuple(...some))
  .map((parts) => Object.assign({}, ...parts));

/** The status of a lot when the source only says whether it sold. */
const statusOf = (isSold: boolean | null): SaleStatus =>
  isSold === null ? 'unknown' : isSold ? 'sold' : 'unsold';
