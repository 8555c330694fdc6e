import { dateReader, isoFormats } from '../../record/profile/read-date.ts';

/** How the dates of a column are written. */
export interface DateGuess {
  /** Share of the values that are dates. */
  share: number;
  /** The formats that read them; empty if the default formats of a profile do. */
  formats: string[];
  /** A value whose day and month could be swapped, if no other value decides. */
  ambiguous?: string;
}

/** Formats to try after the ISO formats; the first that reads a text wins. */
const formats = [
  ...[
    'd MMMM yyyy',
    'MMMM d, yyyy',
    'MMMM yyyy',
    'd. MMMM yyyy',
    'd-MMM-yyyy',
    'd-MMM-yy',
    'd MMM yy',
    'MMM yy',
  ],
  ...['d.M.yyyy', 'd.M.yy', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyyMMdd'],
];

/** Pairs of day first and month first; both read the same texts unless one number is above 12. */
const pairs = ['yyyy', 'yy'].flatMap((year) =>
  ['/', '-'].map((sign) => [`d${sign}M${sign}${year}`, `M${sign}d${sign}${year}`] as const),
);

/** Guesses the date formats of a column from its values. */
export function guessDates(values: readonly string[]): DateGuess {
  const readsIso = dateReader(isoFormats);
  const rest = values.filter((value) => !readsIso(value));
  const needed: string[] = [];
  let ambiguous: string | undefined;
  let left = rest;
  for (const [dayFirst, monthFirst] of pairs) {
    const [byDay, byMonth] = [dateReader([dayFirst]), dateReader([monthFirst])];
    const either = left.filter((value) => byDay(value) || byMonth(value));
    if (either.length === 0) continue;
    const onlyByDay = either.some((value) => !byMonth(value));
    const onlyByMonth = either.some((value) => !byDay(value));
    if (onlyByDay === onlyByMonth)
      ambiguous ??= either.find((value) => byDay(value) && byMonth(value)) ?? either[0]!;
    else needed.push(onlyByDay ? dayFirst : monthFirst);
    left = left.filter((value) => !either.includes(value));
  }
  for (const format of formats) {
    const read = dateReader([format]);
    const unread = left.filter((value) => !read(value));
    if (unread.length < left.length) needed.push(format);
    left = unread;
  }
  const isoNeeded = rest.length < values.length && needed.length > 0;
  return {
    share: values.length === 0 ? 0 : 1 - left.length / values.length,
    formats: [...(isoNeeded ? isoFormats : []), ...needed],
    ...(ambiguous !== undefined && { ambiguous }),
  };
}
