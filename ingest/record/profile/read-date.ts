import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { escapeRegExp } from './read-number.ts';

/** A date of which the day, or the month too, may be unknown: the first day of what is known. */
interface PartialDate {
  /** YYYY-MM-DD */
  day: string;
  precision: 'day' | 'month' | 'year';
}

/** Formats of a column of dates whose profile names none: what ISO 8601 allows, whole or in part. */
export const isoFormats = ['yyyy-MM-dd', 'yyyy-MM', 'yyyy', 'ISO'];

/**
 * Prepares the reading of dates.
 * @param formats made of yyyy, yy, MM, M, MMMM, MMM, dd, d and text that stands as it is; `ISO` is a day with a time (UTC if without zone).
 *   Names of months may be English, French, Italian or German, whole or cut to three letters and more.
 * @returns the reader; it answers undefined for a text in none of the formats, and for days that no calendar has.
 */
export function dateReader(formats: readonly string[]): (text: string) => PartialDate | undefined {
  const readers = formats.map(readerOf);
  return (text) => {
    for (const read of readers) {
      const date = read(text.trim());
      if (date) return date;
    }
    return undefined;
  };
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/;

/** A longer text is no date, whatever the format. */
const maxDateLength = 100;

function readerOf(format: string): (text: string) => PartialDate | undefined {
  if (format === 'ISO') {
    return (text) => {
      const found = isoTime.exec(text);
      const time = found ? new Date(`${found[1]}T${found[2]}${found[3] ?? 'Z'}`) : undefined;
      if (!time || Number.isNaN(time.getTime())) return undefined;
      return { day: time.toISOString().slice(0, 10), precision: 'day' };
    };
  }
  const pattern = new RegExp(`^${patternOf(format)}$`, 'iu');
  return (text) => {
    const found = text.length <= maxDateLength ? pattern.exec(text)?.groups : undefined;
    if (!found) return undefined;
    const month = found.name === undefined ? Number(found.month ?? 1) : monthOf(found.name);
    return month === undefined ? undefined : calendarDay(fullYear(found.year!), month, found);
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

/** @throws Error when the format has no year, or names a part twice. */
export function patternOf(format: string): string {
  // Spaces that follow each other are one part: two of them would share out what they match in every possible way.
  const parts = format.match(/yyyy|yy|MMMM|MMM|MM|M|dd|d|\s+|\S/gu) ?? [];
  const kinds = parts.filter((part) => part in tokens).map((part) => part[0]);
  if (!kinds.includes('y')) throw new Error(`The date format "${format}" has no year (yyyy or yy).`);
  if (new Set(kinds).size < kinds.length) throw new Error(`The date format "${format}" names a part twice.`);
  if (kinds.includes('d') && !kinds.includes('M')) {
    throw new Error(`The date format "${format}" has a day but no month.`);
  }
  return parts.map((part) => tokens[part] ?? (part.trim() === '' ? '\\s+' : escapeRegExp(part))).join('');
}

/** A year of two digits is one of 1950 to 2049, whenever it is read. */
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

const monthNames = [
  'january february march april may june july august september october november december',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januar februar marz april mai juni juli august september oktober november dezember',
].map((names) => names.split(' '));

/** The month that a name, or at least its first three letters, means in every language that has it; else undefined. */
function monthOf(name: string): number | undefined {
  const folded = fold(name)
    .replace('maerz', 'marz')
    .replace(/^sept$/, 'sep');
  const months = new Set(
    monthNames.flatMap((names) => names.flatMap((full, i) => (full.startsWith(folded) ? [i + 1] : []))),
  );
  // "jui" begins both juin and juillet: a month that could be two is none.
  return months.size === 1 ? [...months][0] : undefined;
}
