import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { saleTowns } from '../../mappings/vocabulary/currencies.ts';
import { fold } from '../../mappings/vocabulary/index.ts';

/** The prices of a record without and with buyer's premium, and the source of each. */
type Prices = Pick<
  AuctionRecord,
  'price_hammer_usd' | 'price_hammer_usd_source' | 'price_premium_usd' | 'price_premium_usd_source'
>;

/**
 * Completes the prices without and with buyer's premium. It takes the price that the source gives, else the published price
 * if its basis is known, and computes the other price by the house's premium schedule. Unknown prices stay null.
 */
export function completePrices(record: AuctionRecord): Prices {
  const { price_final_usd: published, price_basis: basis } = record;
  const hammer = record.price_hammer_usd ?? (basis === 'hammer' ? published : null);
  const premium = record.price_premium_usd ?? (basis === 'premium' ? published : null);
  const given: Prices = {
    price_hammer_usd: hammer,
    price_hammer_usd_source: hammer === null ? null : (record.price_hammer_usd_source ?? 'given'),
    price_premium_usd: premium,
    price_premium_usd_source: premium === null ? null : (record.price_premium_usd_source ?? 'given'),
  };
  if ((hammer === null) === (premium === null)) return given;
  const other = bySchedule(record, hammer === null ? 'premium' : 'hammer', (hammer ?? premium)!);
  if (other === undefined) return given;
  return hammer === null
    ? { ...given, price_hammer_usd: other, price_hammer_usd_source: 'schedule' }
    : { ...given, price_premium_usd: other, price_premium_usd_source: 'schedule' };
}

/** Computes the other price in US dollars; undefined if the amount in the sale's currency or the schedule is unknown. */
function bySchedule(record: AuctionRecord, basis: 'hammer' | 'premium', usd: number): number | undefined {
  const amount = amountOf(record, basis, usd);
  if (!amount || amount.value <= 0) return undefined;
  const place = record.location === null ? undefined : currencyOfPlace(record.location);
  // A press text may give dollars for a sale in francs, whose brackets are in francs.
  if (place !== undefined && place !== amount.currency) return undefined;
  const schedule = scheduleOf(record, amount.currency);
  if (!schedule) return undefined;
  const convert = basis === 'hammer' ? withPremium : withoutPremium;
  // Multiplied first: a quotient that is not exact would move ties.
  return Math.round((convert(amount.value, schedule.brackets) * usd) / amount.value);
}

/** The price in the currency of the sale: the original price, if the dollars were converted from it. */
function amountOf(
  { currency, price_original: original, price_final_usd: published, price_basis }: AuctionRecord,
  basis: 'hammer' | 'premium',
  usd: number,
): { value: number; currency: string } | undefined {
  if (currency === 'USD') return { value: usd, currency };
  const isOriginal = currency !== null && original !== null && price_basis === basis && published === usd;
  return isOriginal ? { value: original, currency } : undefined;
}

const towns = saleTowns.flatMap(({ spellings, currency }) =>
  spellings.map((spelling) => ({ folded: fold(spelling), currency })),
);

/** The currency of sales at a place; undefined for an unknown place. */
function currencyOfPlace(location: string): string | undefined {
  const place = fold(location);
  return towns.find(({ folded }) => place.includes(folded))?.currency;
}

/** A rate on the part of the hammer price between the end of the previous bracket and `upTo`. */
interface Bracket {
  /** Thousandths: 195 is 19.5%. */
  perMille: number;
  /** Infinity in the last bracket. */
  upTo: number;
}

/** A house's buyer's premium in a currency for a time, as a source states it. */
interface PremiumSchedule {
  house: string;
  /** First day on which it holds, and the day after the last; YYYY-MM-DD. */
  from: string;
  until: string;
  currency: string;
  brackets: Bracket[];
  /** URL of the page that states it. */
  source: string;
}

const columns = 'house,from,until,currency,brackets,source';

/** Every known schedule, by house, currency and time. */
export const premiumSchedules = readSchedules(
  readFileSync(join(projectRoot, 'ingest/record/premium-schedules.csv'), 'utf8'),
);

/** @throws Error for a line that is not a schedule */
function readSchedules(text: string): PremiumSchedule[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== columns) throw new Error(`A file of premium schedules begins with ${columns}.`);
  return lines.slice(1).map((line) => {
    const [house, from, until, currency, brackets, source] = line.split(',');
    return {
      house: house!,
      from: from!,
      until: until!,
      currency: currency!,
      brackets: brackets!.split('; ').map((bracket) => readBracket(bracket, line)),
      source: source!,
    };
  });
}

/** Parses `25% 50000`, or `12%` for the last bracket. */
function readBracket(text: string, line: string): Bracket {
  const match = /^([0-9]+(?:\.[0-9])?)%(?: ([0-9]+))?$/.exec(text);
  if (!match) throw new Error(`"${text}" is not a bracket of a premium schedule: ${line}`);
  return {
    perMille: Math.round(Number(match[1]) * 10),
    upTo: match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]),
  };
}

const byHouse = Map.groupBy(premiumSchedules, ({ house, currency }) => `${house}|${currency}`);

type Sale = Pick<AuctionRecord, 'auction_house' | 'auction_date' | 'auction_date_precision'>;

/**
 * Finds the schedule of a sale in a currency. If only the month or year of the sale is known, the schedule must hold for
 * all of it.
 * @returns undefined if no source states one
 */
export function scheduleOf(
  { auction_house: house, auction_date: day, auction_date_precision: precision }: Sale,
  currency: string,
): PremiumSchedule | undefined {
  if (day === null) return undefined;
  const last =
    precision === 'year' ? `${day.slice(0, 4)}-12-31` : precision === 'month' ? `${day.slice(0, 7)}-31` : day;
  return byHouse.get(`${house}|${currency}`)?.find(({ from, until }) => from <= day && last < until);
}

/** The price with premium of a hammer price, to the whole unit of the currency. */
export function withPremium(hammer: number, brackets: readonly Bracket[]): number {
  let thousandths = hammer * 1000;
  let from = 0;
  for (const { perMille, upTo } of brackets) {
    if (hammer > from) thousandths += perMille * (Math.min(hammer, upTo) - from);
    from = upTo;
  }
  return Math.round(thousandths / 1000);
}

/** The hammer price of a price with premium, to the whole unit: the inverse of `withPremium`. */
export function withoutPremium(total: number, brackets: readonly Bracket[]): number {
  // A bracket ends at the hammer price `upTo`, and at this price with premium.
  let [from, paid] = [0, 0];
  for (const { perMille, upTo } of brackets) {
    const paidAtEnd = paid + ((upTo - from) * (1000 + perMille)) / 1000;
    if (total <= paidAtEnd) return Math.round(from + ((total - paid) * 1000) / (1000 + perMille));
    [from, paid] = [upTo, paidAtEnd];
  }
  // The last bracket has no end.
  return Math.round(total);
}
