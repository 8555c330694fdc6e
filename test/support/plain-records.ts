import type { AuctionRecord } from '../../mappings/record.ts';
import { rounded } from './plain-statistics.ts';

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
const cents = (value: number) => BigInt(Math.round(value * 100));

/** Whether the day of its sale is known. */
const isExact = ({ auction_date_precision: precision }: AuctionRecord) =>
  precision !== 'month' && precision !== 'year';

/** The last possible sale date of a lot. */
function lastPossibleDay({ auction_date, auction_date_precision }: AuctionRecord): string {
  if (auction_date_precision === 'year') return `${auction_date!.slice(0, 4)}-12-31`;
  if (auction_date_precision !== 'month') return auction_date!;
  const after = new Date(`${auction_date!.slice(0, 7)}-01T00:00:00Z`);
  after.setUTCMonth(after.getUTCMonth() + 1);
  return new Date(after.getTime() - 86_400_000).toISOString().slice(0, 10);
}

/**
 * The price records by definition: each lot is compared with all others.
 * Generated lots are never price records.
 * @param newest the newest day of all real lots, or the end of the filter
 */
export function plainRecords(
  found: readonly AuctionRecord[],
  { of, newest }: { of: string; newest: string },
) {
  const worthOf = (lot: AuctionRecord) => (of === 'price' ? lot.price_final_usd : lot.price_per_carat_usd);
  const valued = found.filter((lot) => lot.is_sold && worthOf(lot) !== null);
  const priced = valued.filter((lot) => !lot.is_synthetic);
  const isLeftOut = (lot: AuctionRecord) => of !== 'price' && lot.flags.includes('MULTI_STONE');
  const ranked = priced.filter((lot) => !isLeftOut(lot));
  const dated = ranked
    .filter((lot) => lot.auction_date !== null)
    .map((lot) => ({ lot, day: lastPossibleDay(lot), value: worthOf(lot)! }));
  const records = dated
    .filter(({ lot, day, value }) =>
      dated.every((other) => {
        if (other.day < day) return other.value < value;
        if (other.day > day) return true;
        return other.value < value || (other.value === value && other.lot.id >= lot.id);
      }),
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const last = records.at(-1)?.day ?? '';
  const asOf = last > newest ? last : newest;
  const data = records.map(({ lot, day, value }, place) => {
    const [earlier, next] = [records[place - 1], records[place + 1]];
    const difference = earlier && cents(value) - cents(earlier.value);
    return {
      counts_from: day,
      value_usd: value,
      increase_usd: difference === undefined ? null : Number(difference) / 100,
      increase:
        difference === undefined || earlier!.value === 0
          ? null
          : rounded(difference, cents(earlier!.value), 6),
      earlier_stood_days:
        earlier && isExact(earlier.lot) && isExact(lot) ? dayNumber(day) - dayNumber(earlier.day) : null,
      stood_days:
        isExact(lot) && (!next || isExact(next.lot)) ? dayNumber(next?.day ?? asOf) - dayNumber(day) : null,
      is_standing: next === undefined,
      equal_lots: dated.filter((other) => other.day === day && other.value === value).length - 1,
      lot,
    };
  });
  const excluded_synthetic_lots = valued.filter((lot) => lot.is_synthetic && !isLeftOut(lot)).length;
  const meta = {
    as_of_date: asOf,
    compared_lots: dated.length,
    undated_lots: ranked.length - dated.length,
    imprecise_date_lots: dated.filter(({ lot }) =>
      ['month', 'year'].includes(lot.auction_date_precision as string),
    ).length,
    multi_stone_lots: priced.length - ranked.length,
    ...(excluded_synthetic_lots > 0 && { excluded_synthetic_lots }),
  };
  return { data, meta };
}
