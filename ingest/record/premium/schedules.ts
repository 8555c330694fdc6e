import { readFileSync } from 'node:fs';
import type { AuctionRecord } from '../../../mappings/record.ts';

/** A rate, and the hammer price up to which it applies to the part above the bracket before; Infinity in the last. */
export interface Bracket {
  /** Thousandths: 195 is 19.5%. */
  perMille: number;
  upTo: number;
}

/** A house's buyer's premium in a currency for a time, as a source states it. */
export interface PremiumSchedule {
  house: string;
  /** First day on which it holds, and the first on which it no longer does; YYYY-MM-DD. */
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
  readFileSync(new URL('premium-schedules.csv', import.meta.url), 'utf8'),
);

/** @throws Error where a line is no schedule */
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

/** `25% 50000`, or of the last bracket `12%`. */
function readBracket(text: string, line: string): Bracket {
  const match = /^([0-9]+(?:\.[0-9])?)%(?: ([0-9]+))?$/.exec(text);
  if (!match) throw new Error(`"${text}" is no bracket of a premium schedule: ${line}`);
  return {
    perMille: Math.round(Number(match[1]) * 10),
    upTo: match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]),
  };
}

const byHouse = Map.groupBy(premiumSchedules, ({ house, currency }) => `${house}|${currency}`);

type Sale = Pick<AuctionRecord, 'auction_house' | 'auction_date' | 'auction_date_precision'>;

/**
 * The schedule of a sale in a currency. Where only the month or year of the sale is known, it must hold all that time.
 * @returns undefined where no source states it
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
