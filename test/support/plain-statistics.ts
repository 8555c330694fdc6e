import { caratBandOf } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';

/**
 * All statistics of docs/statistics.md by their definitions, over plain records, in exact arithmetic where rounding matters.
 * They share only the limits of the carat bands with the service.
 */

/** A decimal number of at most 2 places as hundredths; exact. */
const hundredths = (value: number) => BigInt(Math.round(value * 100));

/** numerator / denominator, rounded half up at some decimals. */
export function rounded(numerator: bigint, denominator: bigint, decimals: number): number {
  const scaled = 2n * numerator * 10n ** BigInt(decimals) + denominator;
  const [whole, divisor] = [scaled / (2n * denominator), 2n * denominator];
  const floor = scaled < 0n && scaled % divisor !== 0n ? whole - 1n : whole;
  // The double nearest to the decimal number, of more than 2^53 last decimals too.
  return Number(`${floor}e-${decimals}`);
}

/** Quantile `percent` / 100 of hundredths, times 100: the fraction of a rank is a whole number of hundredths. */
function quantile(sorted: bigint[], percent: number): bigint {
  const rank = BigInt(percent) * BigInt(sorted.length - 1);
  const place = Number(rank / 100n);
  const fraction = rank % 100n;
  const low = sorted[place]!;
  return low * 100n + fraction * ((sorted[place + 1] ?? low) - low);
}

/** The largest l with P(Bin(n, ½) < l) ≤ 0.025, by adding up binomial coefficients. */
function intervalRank(n: number): number {
  let coefficient = 1n;
  let below = 0n;
  let l = 0;
  while (l <= n) {
    below += coefficient;
    if (below * 1000n > 25n * 2n ** BigInt(n)) return l;
    coefficient = (coefficient * BigInt(n - l)) / BigInt(l + 1);
    l++;
  }
  return l;
}

const ranksByN = new Map<number, number>();
function rankOf(n: number): number {
  if (!ranksByN.has(n)) ranksByN.set(n, intervalRank(n));
  return ranksByN.get(n)!;
}

const byValue = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** The summary of values of at most 2 decimals. */
export function plainSummary(values: readonly number[]) {
  const sorted = values.map(hundredths).sort(byValue);
  const n = sorted.length;
  const at = (percent: number) => (n === 0 ? null : rounded(quantile(sorted, percent), 10_000n, 4));
  const l = n < 6 ? 0 : rankOf(n);
  const nth = (rank: number) => Number(sorted[rank - 1]) / 100;
  return {
    n,
    min: n === 0 ? null : nth(1),
    max: n === 0 ? null : nth(n),
    mean: n === 0 ? null : rounded(sum(sorted), 100n * BigInt(n), 4),
    median: at(50),
    p10: at(10),
    p25: at(25),
    p75: at(75),
    p90: at(90),
    median_low: l === 0 ? null : nth(l),
    median_high: l === 0 ? null : nth(n + 1 - l),
  };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const known = (values: (number | null)[]) => values.filter((value) => value !== null);
const prices = (records: readonly AuctionRecord[]) => known(records.map((record) => record.price_final_usd));
const isOfSeveral = (record: AuctionRecord) => record.flags.includes('MULTI_STONE');
const perCarat = (records: readonly AuctionRecord[]) =>
  known(records.filter((record) => !isOfSeveral(record)).map((record) => record.price_per_carat_usd));
const carats = (records: readonly AuctionRecord[]) => known(records.map((record) => record.carat));

function plainTotals(records: readonly AuctionRecord[]) {
  const lots = records.length;
  const [sold, unsold] = ['sold', 'unsold'].map(
    (status) => records.filter((record) => record.sale_status === status).length,
  ) as [number, number];
  return {
    lots,
    sold_lots: sold,
    unsold_lots: unsold,
    other_lots: lots - sold - unsold,
    sell_through_rate: sold + unsold === 0 ? null : rounded(BigInt(sold), BigInt(sold + unsold), 6),
    total_value_usd: prices(records).reduce((total, price) => total + price, 0),
    total_carats: rounded(sum(carats(records).map(hundredths)), 100n, 4),
  };
}

/** The number of lots that figures of price per carat exclude. */
export const plainExcluded = (records: readonly AuctionRecord[]) =>
  records.filter((record) => isOfSeveral(record) && record.price_per_carat_usd !== null).length;

/** new ÷ old − 1 of the median prices per carat. */
function plainChange(current: readonly AuctionRecord[], earlier: readonly AuctionRecord[]): number | null {
  const [now, then] = [current, earlier].map((records) => {
    const sorted = perCarat(records).map(hundredths).sort(byValue);
    return sorted.length === 0 ? null : quantile(sorted, 50);
  }) as [bigint | null, bigint | null];
  return now === null || then === null || then === 0n ? null : rounded(now - then, then, 6);
}

/** The expected data of /stats for these records. */
export function plainStats(records: readonly AuctionRecord[]) {
  const distinct = (field: 'gem_type' | 'origin' | 'auction_house') =>
    new Set(records.map((record) => record[field]).filter((value) => value !== null)).size;
  const days = records.flatMap((record) => record.auction_date ?? []).sort();
  return {
    ...plainTotals(records),
    gem_types: distinct('gem_type'),
    origins: distinct('origin'),
    auction_houses: distinct('auction_house'),
    first_auction_date: days[0] ?? null,
    last_auction_date: days.at(-1) ?? null,
    price_usd: plainSummary(prices(records)),
    price_per_carat_usd: plainSummary(perCarat(records)),
    carat: plainSummary(carats(records)),
  };
}

const groupValue: Record<string, (record: AuctionRecord) => string | number | null | undefined> = {
  gem_type: (record) => record.gem_type,
  origin: (record) => record.origin,
  auction_house: (record) => record.auction_house,
  treatment: (record) => record.treatment,
  carat_band: (record) => (record.carat === null ? null : caratBandOf(record.carat)),
  year: (record) => (record.auction_date === null ? null : Number(record.auction_date.slice(0, 4))),
  auction_date: (record) => record.auction_date,
  // Lots of an unknown name or place are a group.
  sale: (record) => record.sale ?? undefined,
  location: (record) => record.location ?? undefined,
};

/** The expected groups of /stats/market for these records, unsorted, and the expected meta. */
export function plainMarket(records: readonly AuctionRecord[], groupings: readonly string[]) {
  const groupBy = groupings.flatMap((name) =>
    name === 'sale' ? ['auction_date', 'sale', 'location'] : [name],
  );
  const groups = new Map<string, AuctionRecord[]>();
  let ungrouped = 0;
  for (const record of records) {
    const values = groupBy.map((field) => groupValue[field]!(record));
    if (values.includes(null)) ungrouped++;
    else groups.set(JSON.stringify(values), [...(groups.get(JSON.stringify(values)) ?? []), record]);
  }
  const whole = plainTotals(records).total_value_usd;
  const newest = records
    .flatMap((record) => record.auction_date ?? [])
    .sort()
    .at(-1);
  const published = [...groups].map(([key, members]) => ({
    ...Object.fromEntries(groupBy.map((field, place) => [field, JSON.parse(key)[place]])),
    ...plainTotals(members),
    market_share:
      whole === 0 ? null : rounded(BigInt(plainTotals(members).total_value_usd), BigInt(whole), 6),
    price_usd: plainSummary(prices(members)),
    price_per_carat_usd: plainSummary(perCarat(members)),
    median_price_per_carat_change_1y: plainChange(
      yearUpTo(members, newest, 0),
      yearUpTo(members, newest, 365),
    ),
    newest_sale:
      members
        .flatMap((record) => record.auction_date ?? [])
        .sort()
        .at(-1) ?? null,
    known_basis_lots: members.filter(
      ({ sale_status, price_final_usd: price, price_basis: basis }) =>
        sale_status === 'sold' && price !== null && (basis === 'hammer' || basis === 'premium'),
    ).length,
    low_sample: prices(members).length < 5,
  }));
  return { groups: published, ungrouped };
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;

/** The records of the 365 days that end some days before the newest. */
function yearUpTo(records: readonly AuctionRecord[], newest: string | undefined, daysBack: number) {
  return records.filter((record) => {
    if (record.auction_date === null) return false;
    const age = dayNumber(newest!) - daysBack - dayNumber(record.auction_date);
    return age >= 0 && age < 365;
  });
}

const periodOf: Record<string, (day: string) => string> = {
  year: (day) => day.slice(0, 4),
  quarter: (day) => `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`,
  month: (day) => day.slice(0, 7),
};

/** The expected data of /stats/trends for these records. */
export function plainTrends(records: readonly AuctionRecord[], interval: string) {
  const dated = records.filter((record) => record.auction_date !== null);
  const counted = dated.filter((record) => interval === 'year' || record.auction_date_precision !== 'year');
  const nameOf = (day: string) => periodOf[interval]!(day);
  const members = Map.groupBy(counted, (record) => nameOf(record.auction_date!));
  const days = counted.map((record) => record.auction_date!).sort();
  const firstDays = new Map<string, string>();
  for (let month = monthNumber(days[0]); month <= monthNumber(days.at(-1)); month++) {
    const day = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    if (!firstDays.has(nameOf(day))) firstDays.set(nameOf(day), day);
  }
  let latestPriced: AuctionRecord[] = [];
  return [...firstDays].map(([period, firstMonth]) => {
    const inside = members.get(period) ?? [];
    const earlier = latestPriced;
    if (prices(inside).length > 0) latestPriced = inside;
    return {
      period,
      start_date: startOf(interval, firstMonth),
      ...plainTotals(inside),
      price_usd: plainSummary(prices(inside)),
      price_per_carat_usd: plainSummary(perCarat(inside)),
      median_price_per_carat_change: plainChange(inside, earlier),
      low_sample: prices(inside).length < 5,
    };
  });
}

const monthNumber = (day: string | undefined) =>
  day === undefined ? Number.NaN : Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

function startOf(interval: string, month: string): string {
  if (interval === 'month') return month;
  const first = interval === 'year' ? 1 : Math.floor((Number(month.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${month.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}
