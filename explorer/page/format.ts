import { locale, text } from '../text/text.ts';

const integers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const hundredths = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const shortDollars = new Intl.NumberFormat(locale, {
  ...{ style: 'currency', currency: 'USD', notation: 'compact' },
  maximumSignificantDigits: 3,
});
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const changes = new Intl.NumberFormat(locale, {
  ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
});
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
const lists = new Intl.ListFormat(locale, { type: 'conjunction' });

const orUnknown =
  <Value>(format: (value: Value) => string) =>
  (value: Value | null | undefined) =>
    value === null || value === undefined ? text.unknown : format(value);

/** A whole number: 12,345. */
export const count = (value: number) => integers.format(value);
/** Replaces the hyphen by a minus sign, which is as wide as a plus. */
const signed = (formatted: string) => formatted.replace('-', '−');

/** A number with two decimals at most. */
export const decimal = orUnknown((value: number) => signed(decimals.format(value)));
/** US dollars without cents. */
export const usd = orUnknown((value: number) => dollars.format(value));
/** US dollars with three significant digits: $1.19M. */
export const usdShort = orUnknown((value: number) => shortDollars.format(value));
/** A share between 0 and 1 in percent. */
export const percent = orUnknown((value: number) => percents.format(value));
/** A relative change in percent, with its sign. */
export const change = orUnknown((value: number) => signed(changes.format(value)));
/** A number with one decimal. */
export const tenth = orUnknown((value: number) => tenths.format(value));
/** A number, such as a weight or a factor, always with two decimals. */
export const hundredth = orUnknown((value: number) => hundredths.format(value));
/** A factor with two decimals and a multiplication sign: 1.50×. */
export const times = orUnknown((value: number) => text.times(hundredths.format(value)));
/** A factor as short as possible: 1.5×. */
export const shortTimes = orUnknown((value: number) => text.times(decimals.format(value)));
/** A share in percent, rounded down, so that 100% means all. */
export const coveredPercent = orUnknown((value: number) => percents.format(Math.floor(100 * value) / 100));
/** A weight with its unit. */
export const carats = orUnknown((value: number) => text.chips.carats(hundredths.format(value)));
/** A number of lots, in words. */
export const lots = (value: number) => text.lots(value, count(value));
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

/** A period as people write it: 2019, Q3 2019, Jul 2019. Other names stay as they are. */
export const periodName = (period: string): string =>
  /^\d{4}-\d\d$/.test(period) ? date(`${period}-01`, 'month') : period.replace(/^(\d{4})-(Q\d)$/, '$2 $1');

/** A waiting time: up to 90 seconds in seconds, otherwise in minutes, rounded up. */
export function duration(seconds: number): string {
  if (seconds <= 90) return text.states.seconds(seconds, count(seconds));
  const minutes = Math.ceil(seconds / 60);
  return text.states.minutes(minutes, count(minutes));
}
