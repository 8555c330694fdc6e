import { bareDate, monthOf } from '../../record/profile/date-words.ts';
import { dateReader, isoFormats, rangesIn } from '../../record/profile/read-date.ts';
import { usualNulls } from '../../record/profile/read-source.ts';

/** How the dates of a column are written. */
export interface DateGuess {
  /** Share of the values that are dates, or days of a month. */
  share: number;
  /** Share of the values with a day, or with the name of a month and four digits of a year. */
  complete: number;
  /** The formats that read them; empty if the default formats of a profile do. */
  formats: string[];
  /** Set if no value shows the order of day and month, or if values show both orders. */
  order?: DateOrder;
  /** Values such as "05.11.2018", if none shows that the day is first. */
  dotted: string[];
  /** Values such as "Sep 28", if none shows that the number is a year. */
  dayOrYear: string[];
  /** Values such as "28 Sep". */
  withoutYear: string[];
  /** Values such as "12-14 May 2023". */
  ranges: string[];
  /** Values with a time in UTC. */
  inUtc: string[];
  /** The usual words for no value; they count in no share. */
  nulls: string[];
  /** Other values that are not dates. */
  unread: string[];
  /** Whether the values have digits only: years, or 20230512. */
  isNumeric: boolean;
  /** How whole numbers are days or seconds, if all values can be. */
  serial?: 'Excel' | 'Unix';
}

/** Dates whose day and month can be swapped, and the formats of each order. */
interface DateOrder {
  values: string[];
  formats: [means: string, formats: string[]][];
}

/** A value with the formats that it may have. */
interface Reading {
  value: string;
  formats: string[];
  isRange: boolean;
}

/** Guesses the date formats of a column from its values. */
export function guessDates(all: readonly string[]): DateGuess {
  const nulls = all.filter((value) => usualNulls.test(value));
  const values = nulls.length === 0 ? all : all.filter((value) => !usualNulls.test(value));
  const readings = values.map(readingOf);
  const dated = readings.filter(({ formats }) => formats.length > 0);
  const { first, ...order } = orderIn(dated);
  const formats = formatsWith(first, dated);
  const dayOrYear = dated.filter(({ value }) => isDayOrYear(value)).map(({ value }) => value);
  const showsYears = dated.some(({ value, formats: [format] }) => format === 'MMM yy' && !isDayOrYear(value));
  const isNumeric = values.length > 0 && values.every((value) => /^\d+$/.test(value));
  const serial = isNumeric ? serialOf(values) : undefined;
  return {
    share: dated.length / Math.max(values.length, 1),
    complete: isNumeric
      ? 0
      : dated.filter(({ formats: [format] }) => /d|MMMM/.test(format!)).length / Math.max(values.length, 1),
    formats: formats.every((format) => isoFormats.includes(format)) ? [] : formats,
    ...order,
    dayOrYear: showsYears ? [] : dayOrYear,
    withoutYear: values.filter((value) => /^\d{1,2}\D{1,3}\p{L}{3,}\.?$/u.test(value) && hasName(value)),
    ranges: dated.filter(({ isRange }) => isRange).map(({ value }) => value),
    inUtc: dated.map(({ value }) => value).filter((value) => /\d(\.\d+)? ?(Z|UTC)$/.test(value)),
    nulls,
    unread: readings.filter((one) => one.formats.length === 0).map(({ value }) => value),
    isNumeric,
    ...(serial && { serial }),
  };
}

/** What stands first in a date of three numbers. */
const firsts = { d: 'the day', M: 'the month', yy: 'the year, then the month' };
type First = keyof typeof firsts;

const startsWith = (first: First) => (format: string) =>
  format.startsWith(first) && !/MMM|yyyy.*d|^[^d]*$/.test(format);

/** The order of day and month that all values allow; the day is first beside dots, if nothing shows the contrary. */
function orderIn(dated: Reading[]): Pick<DateGuess, 'order' | 'dotted'> & { first: First } {
  const numeric = dated.filter(({ formats }) =>
    Object.keys(firsts).some((one) => formats.some(startsWith(one as First))),
  );
  const values = numeric
    .filter(({ value, formats }) => new Set(formats.map((one) => dateReader([one])(value)?.day)).size > 1)
    .map(({ value }) => value);
  const all = (Object.keys(firsts) as First[]).filter((first) =>
    numeric.every(({ formats }) => formats.some(startsWith(first))),
  );
  // Only with hyphens a year of two digits may be first: 25-04-15.
  const isHyphened = numeric.every(({ value }) => /^\d+-/.test(value));
  const possible = all.filter((first) => first !== 'yy' || isHyphened);
  const [first = 'd', ...others] = possible;
  if (possible.length > 0 && (values.length === 0 || others.length === 0)) return { first, dotted: [] };
  if (first === 'd' && numeric.every(({ formats }) => formats[0]!.includes('.')))
    return { first, dotted: values };
  const choices = possible.length > 0 ? possible : (['d', 'M'] as const);
  const formats = choices.map((one) => [firsts[one], formatsWith(one, dated)] as [string, string[]]);
  return { first, dotted: [], order: { values, formats } };
}

/** The formats of all values, the ones with this order before others that a value needs. */
function formatsWith(first: First, dated: Reading[]): string[] {
  const formats = dated.map((one) => one.formats.find(startsWith(first)) ?? one.formats[0]!);
  const [own, others] = [formats.filter(startsWith(first)), formats];
  return [...new Set([...own, ...others])].slice(0, 20);
}

const hasName = (value: string) =>
  (value.match(/\p{L}{3,}/gu) ?? []).some((word) => monthOf(word) !== undefined);

const isDayOrYear = (value: string) => {
  const [, name, number] = /^(\p{L}{3,})\.?[ -](\d{1,2})$/u.exec(value) ?? [];
  return name !== undefined && dateReader(['MMMM d yyyy'])(`${name} ${number} 2000`) !== undefined;
};

/** Days of 1970 to 2049 as Excel counts them, or seconds or milliseconds of 1990 to 2039. */
function serialOf(values: readonly string[]): DateGuess['serial'] {
  const isIn = (low: number, high: number) =>
    values.every((value) => Number(value) >= low && Number(value) <= high);
  if (isIn(25_569, 54_788)) return 'Excel';
  return isIn(631_152_000, 2_208_988_800) || isIn(631_152_000_000, 2_208_988_800_000) ? 'Unix' : undefined;
}

function readingOf(value: string): Reading {
  const formats = formatsOf(value);
  if (formats.length > 0) return { value, formats, isRange: false };
  const ofRanges =
    value.length > maxLength ? [] : rangesIn(value).flatMap(({ lasts }) => lasts.flatMap(formatsOf));
  const fitting = [...new Set(ofRanges)].filter((format) => dateReader([format], 'high')(value));
  return { value, formats: fitting, isRange: fitting.length > 0 };
}

/** A longer text is not a date. */
const maxLength = 60;

/**
 * The formats in which a text is a date: none, one, or those with the day, the month and the year first. They follow from
 * the order of its numbers and the name of its month.
 */
export function formatsOf(text: string): string[] {
  if (text.length > maxLength || !/\d/.test(text)) return [];
  const { text: whole, rest } = bareDate(text);
  const found = fitting(shapesOf(whole), text);
  return found.length > 0 || rest === undefined ? found : fitting(shapesOf(rest), text);
}

const readers = new Map<string, ReturnType<typeof dateReader>>();

/** The formats that read a text as a date of the years that a record may have. */
function fitting(formats: string[], text: string): string[] {
  return formats.filter((format) => {
    const read = readers.get(format) ?? dateReader([format]);
    if (readers.size < 200) readers.set(format, read);
    const day = read(text)?.day;
    return day !== undefined && day >= '1600' && day < '2101';
  });
}

/** The parts of a date with the name of its month, by kind: y for four digits, d for fewer, M for the name. */
const named: Record<string, string[]> = {
  My: ['MMMM', 'yyyy'],
  Md: ['MMM', 'yy'],
  yM: ['yyyy', 'MMMM'],
  dMy: ['d', 'MMMM', 'yyyy'],
  dMd: ['d', 'MMM', 'yy'],
  Mdy: ['MMMM', 'd', 'yyyy'],
  Mdd: ['MMM', 'd', 'yy'],
  yMd: ['yyyy', 'MMMM', 'd'],
};

/** The formats that a text may have by its shape alone. */
function shapesOf(text: string): string[] {
  if (!/\p{L}/u.test(text)) return numericShapes(text);
  const parts = text
    .replace(/(\d)(?:st|nd|rd|th|er|[°ºª])(?![\p{L}\d])/giu, '$1')
    .replace(/([\s.,])(?:of|del?)\s+/gi, '$1')
    .match(/\d+|\p{L}+|[^\d\p{L}]+/gu)!;
  if (parts.some((part) => /\p{L}/u.test(part) && monthOf(part) === undefined)) return [];
  const isSign = (part: string) => /^[^\d\p{L}]/u.test(part);
  const kindOf = (part: string) => (/\d/.test(part) ? (part.length === 4 ? 'y' : 'd') : 'M');
  const kinds = parts.map((part) => (isSign(part) ? '' : kindOf(part))).join('');
  if (!Object.hasOwn(named, kinds)) return [];
  const tokens = [...named[kinds]!];
  const format = parts.map((part) => (isSign(part) ? signIn(part) : tokens.shift())).join('');
  return [format.replace(/^(MMMM? d) (y+)$/, '$1, $2')];
}

/** A sign in a format: words apart, whatever stands beside the space; the apostrophe of a year. */
function signIn(part: string): string {
  return /\s/.test(part) ? ` ${/['’]/.exec(part)?.[0] ?? ''}` : part;
}

function numericShapes(text: string): string[] {
  const [, a = '', sign = '', b = '', c = ''] =
    /^(\d{1,8})(?:([./-]|\.\s|\s)(\d{1,4})(?:\2(\d{1,4}))?)?$/.exec(text) ?? [];
  const [m, d] = [b.length === 2 ? 'MM' : 'M', c.length === 2 ? 'dd' : 'd'];
  if (b === '') return a.length === 4 ? ['yyyy'] : a.length === 8 ? ['yyyyMMdd'] : [];
  if (a.length === 4) return [`yyyy${sign}${m}${c && `${sign}${d}`}`];
  if (c === '') return b.length === 4 ? [`M${sign}yyyy`] : [];
  const year = c.length === 4 ? 'yyyy' : 'yy';
  const orders = [`d${sign}M${sign}${year}`, `M${sign}d${sign}${year}`];
  return c.length === 2 ? [...orders, `yy${sign}M${sign}d`] : orders;
}
