import fc from 'fast-check';
import { type AuctionRecord, saleStatuses } from '../../mappings/record.ts';
import { buildAuction } from './build-auction.ts';

const maybe = <T>(values: fc.Arbitrary<T>, freq = 8) => fc.option(values, { nil: null, freq });

/** Most lots are cheap and a few extremely expensive. Many share a round price; 0 and 1 occur. */
const anyPrice = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.double({ min: 2, max: 7, noNaN: true }).map((power) => Math.round(10 ** power)),
  },
  { weight: 3, arbitrary: fc.constantFrom(5_000, 10_000, 10_000, 25_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 2 ** 32, 6_000_000_000) },
);

const anyCarat = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 1_500 }).map((n) => n / 100) },
  { weight: 2, arbitrary: fc.constantFrom(0.01, 1, 2, 3, 5, 10, 20, 3_000, 0.99, 1.99) },
);

/** Dates crowd at year ends, leap days and the ends of quarters, some centuries apart. */
const anyDay = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 12_000, max: 20_000 }).map(dayOf) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2016-02-29',
      '2020-02-29',
      '2019-12-31',
      '2020-01-01',
      '2020-03-31',
      '2020-04-01',
      '1969-12-31',
      '1970-01-01',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('1600-01-01', '2100-12-31', '1899-12-31') },
);

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

/** Names of very different frequency. The last name of each list occurs in single lots only. */
const skewed = (names: readonly string[]) =>
  fc.oneof(
    ...names.map((name, place) => ({
      weight: 3 ** (names.length - place - 1),
      arbitrary: fc.constant(name),
    })),
  );

/** Some lots are not jewels, and many have no known object type. */
function objectAt(place: number): AuctionRecord['object_type'] {
  if (place % 41 === 3) return 'watch';
  if (place % 53 === 5) return 'other';
  return place % 2 === 0 ? null : place % 3 === 0 ? 'ring' : 'brooch';
}

const anyLot = fc.record({
  gem_type: skewed(['Sapphire', 'Ruby', 'Emerald', 'Spinel', 'Alexandrite', 'Moon rock', 'Red Beryl']),
  origin: maybe(skewed(['Sri Lanka', 'Myanmar', 'Colombia', 'Kashmir', 'Madagascar', 'Atlantis']), 3),
  auction_house: maybe(skewed(["Christie's", "Sotheby's", 'Bonhams', 'Phillips', 'Vieux Marché'])),
  treatment: maybe(skewed(['Heated', 'No heat', 'Minor oil']), 2),
  carat: maybe(anyCarat),
  price: maybe(anyPrice),
  sold: fc.integer({ min: 0, max: 19 }).map((n) => saleStatuses[n] ?? (n < 8 ? 'unsold' : 'sold')),
  auction_date: maybe(anyDay, 15),
  auction_date_precision: fc.constantFrom('day', 'day', 'day', 'month', 'year', null),
  flags: fc.constantFrom<AuctionRecord['flags'][]>([], [], [], ['MULTI_STONE'], ['PRICE_OUTLIER']),
  is_synthetic: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

/** Seeded records with skewed values, ties, missing values, extremes and groups of one lot. */
export function generateSkewed(count: number, seed: number): AuctionRecord[] {
  return fc.sample(anyLot, { numRuns: count, seed }).map(({ price, sold, ...lot }, place) =>
    buildAuction({
      ...lot,
      // A double cannot hold hundreds of billions per carat with four decimals, and no stone has such a price.
      carat: price !== null && price >= 2 ** 32 && lot.carat !== null && lot.carat < 1 ? 3_000 : lot.carat,
      id: place + 1,
      object_type: objectAt(place),
      sale_status: sold,
      price_final_usd: sold === 'sold' ? price : null,
      auction_date_precision: lot.auction_date ? (lot.auction_date_precision as 'day' | null) : null,
    }),
  );
}
