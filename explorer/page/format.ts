import { locale, text } from '../text/text.ts';

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
const lists = new Intl.ListFormat(locale, { type: 'conjunction' });

/** A format of numbers, and what completes it. What is not known has a dash. */
function numbers(options: Intl.NumberFormatOptions, complete = (formatted: string) => formatted) {
  const { format } = new Intl.NumberFormat(locale, options);
  return (value: number | null | undefined): string =>
    value === null || value === undefined ? text.unknown : complete(format(value));
}

const dollars = { style: 'currency', currency: 'USD' } as const;
const wholePercent = { style: 'percent', maximumFractionDigits: 0 } as const;
const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** Replaces the hyphen by a minus sign, which is as wide as a plus. */
const signed = (formatted: string) => formatted.replace('-', '−');

/** A whole number: 12,345. */
export const count = numbers({ maximumFractionDigits: 0 });
/** A number with two decimals at most. */
export const decimal = numbers({ maximumFractionDigits: 2 }, signed);
/** A number with one decimal. */
export const tenth = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** A number, such as a weight or a factor, always with two decimals. */
export const hundredth = numbers(twoDecimals);
/** US dollars without cents. */
export const usd = numbers({ ...dollars, maximumFractionDigits: 0 });
/** US dollars with three significant digits: $1.19M. */
export const usdShort = numbers({ ...dollars, notation: 'compact', maximumSignificantDigits: 3 });
/** A share between 0 and 1 in percent. */
export const percent = numbers(wholePercent);
/** A share in percent, rounded down, so that 100% means all. */
export const coveredPercent = (share: number | null) => percent(share && Math.floor(100 * share) / 100);
/** A relative change in percent, with its sign. */
export const change = numbers({ ...wholePercent, signDisplay: 'exceptZero' }, signed);
/** A factor with two decimals and a multiplication sign: 1.50×. */
export const times = numbers(twoDecimals, text.times);
/** A factor as short as possible: 1.5×. */
export const shortTimes = numbers({ maximumFractionDigits: 2 }, text.times);
/** A weight with its unit. */
export const carats = numbers(twoDecimals, text.chips.carats);
/** A number of lots, in words. */
export const lots = (value: number) => text.lots(value, count(value));
/** The lots of all groups or periods. */
export const totalLots = (groups: readonly { lots: number }[]) =>
  groups.reduce((sum, group) => sum + group.lots, 0);
/** What is said of some lots; nothing where there are none. */
export const saidOf = (some: number | undefined, say: (lots: string) => string) =>
  some ? say(lots(some)) : '';
/** What is said where only a part is shown. */
export const saidOfPart = (shown: number, total: number, say: (shown: string, total: string) => string) =>
  total > shown ? say(count(shown), count(total)) : '';
/** Names joined by commas and "and". */
export const listed = (names: string[]) => lists.format(names);

/** A date with the precision that is known: day, month or year. */
export function date(day: string | null, precision: string | null = 'day'): string {
  if (day === null) return text.unknown;
  if (precision === 'year') return day.slice(0, 4);
  const time = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(time.valueOf())) return day;
  return precision === 'month' ? months.format(time) : days.format(time);
}

/**
 * The date of a group or of the first or last lot, whose precision is not known. The first of a month or of a year can stand for
 * all of it, so that the day is left out.
 */
export const groupDate = (day: string | null): string =>
  date(day, day?.endsWith('-01-01') ? 'year' : day?.endsWith('-01') ? 'month' : 'day');

/** A period as people write it: 2019, Q3 2019, Jul 2019. Other names stay as they are. */
export const periodName = (period: string): string =>
  /^\d{4}-\d\d$/.test(period) ? date(`${period}-01`, 'month') : period.replace(/^(\d{4})-(Q\d)$/, '$2 $1');

/** A waiting time: up to 90 seconds in seconds, otherwise in minutes, rounded up. */
export function duration(seconds: number): string {
  if (seconds <= 90) return text.states.seconds(seconds, count(seconds));
  const minutes = Math.ceil(seconds / 60);
  return text.states.minutes(minutes, count(minutes));
}
