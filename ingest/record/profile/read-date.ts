import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { escapeRegExp } from './read-number.ts';

/** A date whose day, or day and month, may be unknown; then its first possible day. */
interface PartialDate {
  /** YYYY-MM-DD */
  day: string;
  precision: 'day' | 'month' | 'year';
}

/** Default formats of dates: full and partial ISO 8601. */
export const isoFormats = ['yyyy-MM-dd', 'yyyy-MM', 'yyyy', 'ISO'];

/**
 * Builds a reader of dates.
 * @param formats made of yyyy, yy, MM, M, MMMM, MMM, dd, d and text that stands as it is; `ISO` is a day with a time (UTC if without zone).
 *   Names of months may be English, French, Italian or German, whole or cut to three letters and more.
 * @returns a function that returns undefined for a text in none of the formats, and for days that do not exist
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

/** A longer text is not a date. */
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
  // Successive spaces are one part; two parts would make the expression backtrack.
  const parts = format.match(/yyyy|yy|MMMM|MMM|MM|M|dd|d|\s+|\S/gu) ?? [];
  const kinds = parts.filter((part) => part in tokens).map((part) => part[0]);
  if (!kinds.includes('y')) throw new Error(`The date format "${format}" has no year (yyyy or yy).`);
  if (new Set(kinds).size < kinds.length) throw new Error(`The date format "${format}" names a part twice.`);
  if (kinds.includes('d') && !kinds.includes('M')) {
    throw new Error(`The date format "${format}" has a day but no month.`);
  }
  return parts.map((part) => tokens[part] ?? (part.trim() === '' ? '\\s+' : escapeRegExp(part))).join('');
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

const monthNames = [
  'january february march april may june july august september october november december',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januar februar marz april mai juni juli august september oktober november dezember',
].map((names) => names.split(' '));

/** The month of a name or of its first letters; undefined if it is unknown or ambiguous. */
function monthOf(name: string): number | undefined {
  const folded = fold(name)
    .replace('maerz', 'marz')
    .replace(/^sept$/, 'sep');
  const months = new Set(
    monthNames.flatMap((names) => names.flatMap((full, i) => (full.startsWith(folded) ? [i + 1] : []))),
  );
  // "jui" is ambiguous: it begins both juin and juillet.
  return months.size === 1 ? [...months][0] : undefined;
}
