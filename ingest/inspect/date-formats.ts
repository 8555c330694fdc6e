import { dateReader } from '../record/profile/read-date.ts';

/** A way in which all values of a column are dates. */
export interface DateFormats {
  /** What this way takes for granted, as an answer of a question. */
  means: string;
  formats: string[];
}

/** Formats that can be read in one way only. */
const plain = [
  'yyyy-MM-dd',
  'yyyy-MM',
  'yyyy',
  'yyyy-M-d',
  'yyyy/M/d',
  'yyyy.M.d',
  'yyyy年M月d日',
  'yyyyMMdd',
  'd MMMM yyyy',
  'd MMMM, yyyy',
  'MMMM d, yyyy',
  'MMMM d yyyy',
  'yyyy MMMM d',
  'd-MMM-yyyy',
  'd/MMM/yyyy',
  'd.MMM.yyyy',
  'MMMM yyyy',
  'MMM-yyyy',
  'M/yyyy',
  'M.yyyy',
  'M-yyyy',
];
/** Formats that others contradict. Between dots the day is always first. */
const orders = {
  'the day is first': [
    'd/M/yyyy',
    'd-M-yyyy',
    'd.M.yyyy',
    'd. M. yyyy',
    'd/M/yy',
    'd-M-yy',
    'd.M.yy',
    'd-MMM-yy',
    'd MMM yy',
  ],
  'the month is first': ['M/d/yyyy', 'M-d-yyyy', 'M/d/yy', 'M-d-yy', 'MMM d, yy'],
  'the year is first': ['yy-M-d', 'yy/M/d'],
};
const readers = Object.fromEntries(
  [...plain, ...Object.values(orders).flat()].map((format) => [format, dateReader([format])]),
);

function dayOf(text: string, format: string): string | undefined {
  const day = readers[format]!(text)?.day;
  return day !== undefined && day >= '1600' && day < '2101' ? day : undefined;
}

/** Whether texts are days, not only years or numbers. */
export const areDays = (values: readonly string[]): boolean =>
  values.every((text) => !/^\d+$/.test(text)) &&
  dateFormatsOf(values).some(({ formats }) => formats.every((format) => /d|MMM/.test(format)));

/** The ways in which all of these texts are dates: none, one if the values prove it, or those that a person must choose from. */
export function dateFormatsOf(values: readonly string[]): DateFormats[] {
  const ways = new Map<string, DateFormats>();
  for (const [means, own] of Object.entries(orders)) {
    const used = values.map((text) => [...own, ...plain].find((format) => dayOf(text, format)));
    if (used.includes(undefined) || values.length === 0) continue;
    const days = values.map((text, i) => dayOf(text, used[i]!)).join();
    if (!ways.has(days)) ways.set(days, { means, formats: [...new Set(used as string[])] });
  }
  return [...ways.values()];
}
