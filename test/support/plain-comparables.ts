import type { AuctionRecord } from '../../mappings/record.ts';
import { plainDesign } from './hedonic-records.ts';
import { plainRegression } from './plain-regression.ts';

/** A stone as the plain computation takes it. */
export interface PlainStone {
  carat: number;
  origin?: string;
  /** The origins of the region of its origin. */
  region?: string[];
  treatment?: string;
  auction_house?: string;
}

const day = 86_400_000;
const yearsBefore = (asOf: string, years: number) => `${Number(asOf.slice(0, 4)) - years}${asOf.slice(4)}`;

/** The levels of criteria as the documentation lists them, by a scan of all lots. */
export function plainLevels(records: AuctionRecord[], stone: PlainStone, asOf: string): AuctionRecord[][] {
  const within = (window: number, years: number | null, origin: string, treatment: string) =>
    records.filter((record) => {
      const ratio = Math.max(record.carat! / stone.carat, stone.carat / record.carat!);
      if (ratio > 1 + window + 1e-9 || record.auction_date! > asOf) return false;
      if (years !== null && record.auction_date! < yearsBefore(asOf, years)) return false;
      if (origin === 'same' && stone.origin && record.origin !== stone.origin) return false;
      if (origin === 'region' && !stone.region!.includes(record.origin ?? '')) return false;
      return treatment === 'any' || !stone.treatment || record.treatment === stone.treatment;
    });
  const steps: [number, number | null, string, string][] = [
    [0.1, 5, 'same', 'same'],
    [0.2, 5, 'same', 'same'],
    [0.4, 5, 'same', 'same'],
    [0.4, 10, 'same', 'same'],
    [0.4, null, 'same', 'same'],
    ...(stone.region ? [[0.4, null, 'region', 'same'] as [number, null, string, string]] : []),
    ...(stone.treatment
      ? [[0.4, null, stone.region ? 'region' : 'same', 'any'] as [number, null, string, string]]
      : []),
    ...(stone.origin ? [[0.4, null, 'any', 'any'] as [number, null, string, string]] : []),
  ];
  return steps.map((step) => within(...step));
}

/** 2 to the power of minus the distance. */
export function plainWeight(record: AuctionRecord, stone: PlainStone, asOf: string): number {
  let distance = Math.abs(Math.log(record.carat! / stone.carat)) / Math.log(1.4);
  distance += (Date.parse(asOf) - Date.parse(record.auction_date!)) / day / 3652.5;
  if (stone.origin && record.origin !== stone.origin)
    distance += stone.region?.includes(record.origin ?? '') ? 1 : 2;
  if (stone.treatment && record.treatment !== stone.treatment) distance += 1;
  if (stone.auction_house && record.auction_house !== stone.auction_house) distance += 0.5;
  return 2 ** -distance;
}

/** What brings the price of a lot to the year of a day and to the size of a stone, by a regression over lots. */
export function plainFactors(records: AuctionRecord[], asOf: string) {
  const yearOf = (record: AuctionRecord) => record.auction_date!.slice(0, 4);
  const { design, y, columns } = plainDesign(records, yearOf, asOf.slice(0, 4));
  const { coefficients } = plainRegression(design, y);
  const of = (column: string) => coefficients[columns.indexOf(column)] ?? 0;
  const sizeEffect = (weight: number) =>
    of('ln_carat') * Math.log(weight) + of('ln_carat_squared') * Math.log(weight) ** 2;
  return (record: AuctionRecord, carat: number) => ({
    time: Math.exp(-of(`period ${yearOf(record)}`)),
    size: Math.exp(sizeEffect(carat) - sizeEffect(record.carat!)),
  });
}

/** A quantile of weighted values as the documentation defines it. */
export function plainQuantile(values: [value: number, weight: number][], p: number): number {
  const sorted = [...values].sort((a, b) => a[0] - b[0]);
  const total = 1 + sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const at = sorted.map(
    ([, weight], i) => (sorted.slice(0, i).reduce((sum, [, w]) => sum + w, 0) + (weight + 1) / 2) / total,
  );
  const k = at.findIndex((place) => place >= p);
  const share = (p - at[k - 1]!) / (at[k]! - at[k - 1]!);
  return sorted[k - 1]![0] + share * (sorted[k]![0] - sorted[k - 1]![0]);
}
