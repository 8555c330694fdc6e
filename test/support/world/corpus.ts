import { type AuctionRecord, priceBases } from '../../../mappings/record.ts';
import { buildAuction, generateAuctions } from '../build-auction.ts';
import { generatePriced } from '../priced-lots.ts';

/*
 * The lots that all read-only tests of the API share. Each group of special lots has gem types or names of its own, so that a
 * filter selects it, and none has a gem type of the generated lots unless its comment says so.
 */

/** A run of lots with consecutive ids. */
const lots = (from: number, count: number, lotAt: (place: number) => Partial<AuctionRecord>) =>
  Array.from({ length: count }, (_, place) => buildAuction({ ...lotAt(place), id: from + place }));

/** A lot with every field set that its title does not repeat, and a lot with the highest id and no optional field. */
const details = [
  buildAuction({
    id: 20_001,
    title: 'The “Sunrise”\nRuby',
    gem_type: 'Ruby',
    flags: ['MULTI_STONE'],
    derived: ['carat'],
    carat: 25.59,
    price_final_usd: 30_335_698,
    image_url: 'https://images.example.com/1.jpg',
  }),
  buildAuction({
    id: Number.MAX_SAFE_INTEGER,
    carat: null,
    origin: null,
    price_final_usd: null,
    is_sold: false,
    auction_date: null,
  }),
];

/** More gem types than a facet lists. */
const kinds = lots(21_000, 110, (place) => ({ gem_type: `Kind ${100 + place}` }));

/** Numbers of values at which the interval of a median begins and changes: 5, 6 and 25 prices of 100, 200 and so on. */
const medians = [
  ...lots(22_000, 5, (place) => ({ gem_type: 'Peridot', carat: 1, price_final_usd: 100 * (place + 1) })),
  ...lots(22_010, 6, (place) => ({ gem_type: 'Zircon', carat: 1, price_final_usd: 100 * (place + 1) })),
  ...lots(22_020, 25, (place) => ({ gem_type: 'Tanzanite', carat: 1, price_final_usd: 100 * (place + 1) })),
];

/** Lots of one carat; null is no sale. */
const dated = (id: number, gem_type: string, auction_date: string, price: number | null) =>
  buildAuction({ id, gem_type, auction_date, carat: 1, price_final_usd: price, is_sold: price !== null });

/** 2020-01-01 is 365 days before 2020-12-31 of a leap year. */
const yearsOfChange = [
  dated(22_101, 'Iolite', '2020-12-31', null),
  dated(22_102, 'Iolite', '2020-01-02', 300),
  dated(22_103, 'Iolite', '2020-01-01', 200),
  dated(22_104, 'Iolite', '2019-01-02', 100),
  dated(22_105, 'Iolite', '2019-01-01', 10_000),
];

/** Years with a price, without one, and without a lot. */
const gaps = [
  dated(22_201, 'Kunzite', '2015-06-01', 100),
  dated(22_202, 'Kunzite', '2017-06-01', null),
  dated(22_203, 'Kunzite', '2018-06-01', 150),
  dated(22_204, 'Kunzite', '2019-06-01', 75),
];

/**
 * Prices of both bases over decades: the third has the highest nominal price, the first the highest real one, and the second
 * only a hammer price.
 */
const bases = [
  buildAuction({
    id: 22_301,
    gem_type: 'Opal',
    auction_date: '1980-05-12',
    price_final_usd: 100_000,
    price_basis: 'premium',
    price_premium_usd: 100_000,
    price_hammer_usd: 90_000,
  }),
  buildAuction({
    id: 22_302,
    gem_type: 'Opal',
    auction_date: '1990-05-01',
    price_final_usd: null,
    price_hammer_usd: 150_000,
  }),
  buildAuction({
    id: 22_303,
    gem_type: 'Opal',
    auction_date: '2020-05-12',
    price_final_usd: 250_000,
    price_basis: 'unknown',
  }),
  buildAuction({
    id: 22_304,
    gem_type: 'Opal',
    auction_date: '2026-08-01',
    price_final_usd: 260_000,
    price_basis: 'hammer',
    price_hammer_usd: 260_000,
  }),
  buildAuction({ id: 22_305, gem_type: 'Opal', auction_date: null, price_final_usd: 1_000 }),
];

/** One group, for every grouping, of 6 sold, 4 unsold, 10 listed and 5 lots of unknown outcome. */
const outcomes = lots(22_400, 25, (place) => ({
  gem_type: 'Amber',
  carat: 3.5,
  treatment: 'Heated',
  auction_date: '2019-05-14',
  estimate_low_usd: 1_000,
  estimate_high_usd: 2_000,
  sale_status: place < 6 ? 'sold' : place < 10 ? 'unsold' : place < 20 ? 'listing' : 'unknown',
  price_final_usd: place < 6 ? 1_500 : null,
  price_basis: place < 6 ? 'hammer' : null,
}));

/** Ten lots of each treatment, three of which say that none was found. */
const treated = ['No heat', 'Untreated', 'Heated', null, 'No oil', 'Minor oil'].flatMap((treatment, group) =>
  lots(22_500 + 10 * group, 10, (place) => ({
    gem_type: group < 4 ? 'Spessartine' : 'Tsavorite',
    treatment,
    carat: 2 + place / 20,
    auction_date: `2019-0${1 + (place % 9)}-12`,
    price_final_usd: 10_000 + 100 * place,
  })),
);

/** Titles and names to suggest, some of gem types of the generated lots. */
const suggested = [
  buildAuction({
    id: 23_001,
    title: 'An important Kashmir sapphire',
    gem_type: 'Sapphire',
    origin: 'Kashmir',
  }),
  buildAuction({
    id: 23_002,
    title: 'AN IMPORTANT KASHMIR SAPPHIRE',
    gem_type: 'Sapphire',
    origin: 'Kashmir',
  }),
  buildAuction({
    id: 23_003,
    title: 'Kashmir sapphire and diamond ring',
    gem_type: 'Sapphire',
    origin: 'Kashmir',
    treatment: 'No heat',
  }),
  buildAuction({ id: 23_004, title: 'The Étoile "Sang de Pigeon" Ruby', gem_type: 'Ruby' }),
  buildAuction({
    id: 23_005,
    title: `${'Paraíba tourmaline '.repeat(30)}earrings`,
    gem_type: 'Paraíba Tourmaline',
  }),
  buildAuction({ id: 23_006, title: 'Lot of garnets', gem_type: 'Moon, cheese', origin: 'Atlantis, lost' }),
  buildAuction({ id: 23_007, gem_type: 'Ruby', carat: 20.5 }),
  buildAuction({ id: 23_008, gem_type: 'Ruby', carat: 3.99 }),
  buildAuction({ id: 23_009, gem_type: 'Ruby', carat: 4 }),
  ...lots(23_100, 60, (place) => ({
    title: `${String((place * 67) % 60).padStart(3, '0')} equal quartz ${place}`,
    gem_type: 'Quartz',
    origin: 'Brazil',
  })),
];

/** Ties, gaps, unsold lots, unknown names, sales with and without a place. */
const varied = generateAuctions(1500, 1);

/** Skewed prices of both bases, estimates, extremes and dates of five centuries; the basis also of lots that did not sell. */
const skewed = generatePriced(1500, 2).map((record, place) => ({
  ...record,
  id: 10_000 + place,
  price_basis: [null, ...priceBases][place % 4]!,
}));

/** Lots of another source that are the same as generated ones, so that nothing counts them by default. */
const duplicates = varied.slice(0, 20).map((record, place) => ({
  ...record,
  id: 23_500 + place,
  duplicate_of: record.id,
}));

/** Every record of the shared index. */
export const records: readonly AuctionRecord[] = [
  ...varied,
  ...duplicates,
  ...skewed,
  ...details,
  ...kinds,
  ...medians,
  ...yearsOfChange,
  ...gaps,
  ...bases,
  ...outcomes,
  ...treated,
  ...suggested,
];
