import { type BareDate, bareDate, isWeekdayOf, monthOf } from './date-words.ts';
import { escapeRegExp } from './read-number.ts';

/** A date whose day, or day and month, may be unknown; then its first possible day. */
interface PartialDate {
  /** YYYY-MM-DD */
  day: string;
  precision: 'day' | 'month' | 'year';
}
type DateReader = (text: string) => PartialDate | undefined;

/** Default formats of dates: full and partial ISO 8601. */
export const isoFormats = ['yyyy-MM-dd', 'yyyy-MM', 'yyyy'];

/**
 * Builds a reader of dates.
 * @param formats made of yyyy, yy, MM, M, MMMM, MMM, dd, d and text that stands as it is; or `ISO` (yyyy-MM-dd), `Excel`
 *   (days since the end of 1899) or `Unix` (seconds or milliseconds since 1970). Names of months may be English, French,
 *   German, Italian or Spanish, whole or cut to three letters and more; beside them "2nd", "1er", "of" and "de" are known.
 *   A day may have its weekday and a time; the offset of the time does not change the day.
 * @returns a function that returns undefined for a text in none of the formats, for days that do not exist, and for days
 *   with another weekday
 */
export function dateReader(formats: readonly string[]): DateReader {
  const readers = formats.map(readerOf);
  return (text) => {
    if (text.length > maxDateLength) return undefined;
    const trimmed = text.trim();
    const bare = bareDate(trimmed);
    for (const readAs of readers) {
      const date = readAs(trimmed, bare);
      if (date) return date;
    }
    return undefined;
  };
}

/** A longer text is not a date. */
const maxDateLength = 100;

function readerOf(format: string): (text: string, bare: BareDate) => PartialDate | undefined {
  if (format === 'Excel' || format === 'Unix') return serialReader(format);
  const pattern = new RegExp(`^${patternOf(format === 'ISO' ? isoFormats[0]! : format)}$`, 'iu');
  const read: DateReader = (text) => {
    const found = pattern.exec(text)?.groups;
    if (!found) return undefined;
    const month = found.name === undefined ? Number(found.month ?? 1) : monthOf(found.name);
    return month === undefined ? undefined : calendarDay(fullYear(found.year!), month, found);
  };
  if (!pattern.source.includes('<date>')) return read;
  return (_, { text, rest, weekday }) => {
    const date = read(text);
    if (date || rest === undefined) return date;
    const day = read(rest);
    return day && isWeekdayOf(weekday!, day.day) ? day : undefined;
  };
}

const dayMs = 86_400_000;

/** Reads days, seconds or milliseconds of the years 1950 to 2099; a part of a day is a time. */
function serialReader(format: 'Excel' | 'Unix'): DateReader {
  const pattern = format === 'Excel' ? /^\d{5}(\.\d+)?$/ : /^\d{9,13}$/;
  return (text) => {
    if (!pattern.test(text)) return undefined;
    const number = Number(text);
    const ms =
      format === 'Excel' ? (Math.floor(number) - 25_569) * dayMs : number * (number < 1e11 ? 1_000 : 1);
    const day = new Date(ms).toISOString().slice(0, 10);
    return day > '1950' && day < '2100' ? { day, precision: 'day' } : undefined;
  };
}

const tokens: Record<string, string> = {
  yyyy: '(?<year>[0-9]{4})',
  yy: '(?<year>[0-9]{2})',
  MMMM: '(?<name>[\\p{L}\\p{M}]{3,12}\\.?)',
  MMM: '(?<name>[\\p{L}\\p{M}]{3,12}\\.?)',
  MM: '(?<month>[0-9]{2})',
  M: '(?<month>[0-9]{1,2})',
  dd: '(?<date>[0-9]{2})',
  d: '(?<date>[0-9]{1,2})',
};

/** Of a date with the name of its month: "2nd", "1er", "1°", "12."; "of" and "de" between its parts, and a comma. */
const ordinal = '(?:st|nd|rd|th|er|[.°ºª])?';
const gap = ',?\\s+(?:(?:of|de|del)\\s+)?';

/** @throws Error when the format has no year, or names a part twice. */
function patternOf(format: string): string {
  // Successive spaces are one part; two parts would make the expression backtrack.
  const parts = format.match(/yyyy|yy|MMMM|MMM|MM|M|dd|d|[.,]?\s+|\S/gu) ?? [];
  const kinds = parts.filter((part) => part in tokens).map((part) => part[0]);
  if (!kinds.includes('y')) throw new Error(`The date format "${format}" has no year (yyyy or yy).`);
  if (new Set(kinds).size < kinds.length) throw new Error(`The date format "${format}" names a part twice.`);
  if (kinds.includes('d') && !kinds.includes('M')) {
    throw new Error(`The date format "${format}" has a day but no month.`);
  }
  const isNamed = /MMM/.test(format);
  return parts
    .map((part) => {
      if (part in tokens) return isNamed && part[0] === 'd' ? tokens[part] + ordinal : tokens[part];
      if (part.trim() === part) return escapeRegExp(part);
      return isNamed ? gap : `${escapeRegExp(part.trim())}\\s+`;
    })
    .join('');
}

/** A year of two digits is always one of 1950 to 2049. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 50 ? 2_000 : 1_900);
}

function calendarDay(year: number, month: number, found: Record<string, string>): PartialDate | undefined {
  const date = Number(found.date ?? 1);
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
  if (month < 1 || month > 12 || !new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return undefined;
  const hasMonth = found.month !== undefined || found.name !== undefined;
  return { day, precision: found.date === undefined ? (hasMonth ? 'month' : 'year') : 'day' };
}

const two = (n: number) => String(n).padStart(2, '0');
