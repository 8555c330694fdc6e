import type { AuctionRecord } from '../../mappings/record.ts';
import { buildAuction } from './build-auction.ts';
import { generateLots, type Market } from './hedonic-lots.ts';
import { plainShrinkage } from './plain-shrinkage.ts';

/** The names of the levels of the generated market. */
const marketNames = {
  origin: ['Myanmar', 'Mozambique', null],
  treatment: ['No heat', 'Heated'],
  auction_house: ["Christie's", "Sotheby's", 'Bonhams'],
  year: [2015, 2016, 2017, 2018, 2019],
};

/** The logarithms of the index of the generated market. */
const marketCourse = [0, 0.1, 0.05, -0.2, 0.3];

/** A market of rubies whose heavy stones vary more in price. */
const rubyMarket: Market = {
  constant: 8,
  elasticity: 0.8,
  curvature: 0.05,
  effects: [[0, -0.7, -0.4], [0, -0.9], [0, 0.15, -0.2], marketCourse],
  noise: ({ x }) => 0.2 + 0.1 * Math.abs(x),
};

/** Sold rubies of the market, one id after the other. */
export function marketRecords(count: number, seed: number, market = rubyMarket): AuctionRecord[] {
  return generateLots(market, count, seed).map(({ x, y, levels }, index) => {
    const [origin, treatment, house, year] = levels as [number, number, number, number];
    const carat = Math.max(0.01, Math.round(100 * Math.exp(x)) / 100);
    const month = String(1 + (index % 12)).padStart(2, '0');
    return buildAuction({
      id: index + 1,
      carat,
      origin: marketNames.origin[origin]!,
      treatment: marketNames.treatment[treatment]!,
      auction_house: marketNames.auction_house[house]!,
      auction_date: `${marketNames.year[year]}-${month}-15`,
      auction_date_precision: 'day',
      price_final_usd: Math.round(Math.exp(y) * carat),
    });
  });
}

/**
 * The documented model of lots by plain matrices, and the names of its columns: a sale is the lots of one house on one day.
 * @param more further traits, by name
 * @param priceOf returns the price per carat
 */
export function plainModel(
  records: readonly AuctionRecord[],
  periodOf: (record: AuctionRecord) => string,
  base: string,
  more: Record<string, (record: AuctionRecord) => string | null> = {},
  priceOf = (record: AuctionRecord) => record.price_per_carat_usd!,
) {
  const own = ['origin', 'treatment', 'auction_house'] as const;
  const kinds = [...own, ...Object.keys(more)];
  const traitOf = (record: AuctionRecord, kind: string) =>
    more[kind] ? more[kind](record) : record[kind as (typeof own)[number]];
  const levels = kinds.map((kind) => [...new Set(records.map((record) => traitOf(record, kind)))]);
  const periods = [...new Set(records.map(periodOf).filter((period) => period !== base))];
  const design = records.map((record) => {
    const x = Math.log(record.carat!);
    return [
      ...[1, x, x * x],
      ...kinds.flatMap((kind, i) => levels[i]!.map((level) => Number(traitOf(record, kind) === level))),
      ...periods.map((period) => Number(periodOf(record) === period)),
    ];
  });
  const columns = [
    ...['constant', 'ln_carat', 'ln_carat_squared'],
    ...kinds.flatMap((kind, i) => levels[i]!.map((level) => `${kind} ${level}`)),
    ...periods.map((period) => `period ${period}`),
  ];
  const fit = plainShrinkage({
    ...{ design, y: records.map((record) => Math.log(priceOf(record))) },
    sales: records.map(({ auction_date, auction_house }) => `${auction_date} ${auction_house}`),
    groups: records.map(periodOf),
    priors: kinds.map((kind, i) => levels[i]!.map((level) => columns.indexOf(`${kind} ${level}`))),
  });
  return { ...fit, columns };
}
