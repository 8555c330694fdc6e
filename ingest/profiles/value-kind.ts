import { dateReader } from '../record/profile/read-date.ts';

/** What a text looks like; `date:` is followed by its format. */
export type ValueKind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'number with thousands'
  | 'amount'
  | 'currency'
  | 'url'
  | 'text'
  | `date: ${string}`
  | 'year';

/** Formats of dates that are looked for; of two that read the same text the first is taken. */
const dateFormats = [
  'yyyy-MM-dd',
  'ISO',
  'yyyy-MM',
  'MMMM yyyy',
  'd MMMM yyyy',
  'MMMM d, yyyy',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'yyyy/MM/dd',
].map((format) => ({ kind: `date: ${format}` as const, read: dateReader([format]) }));

const maxDateLength = 40;
const year = /^(1[6-9]|20)\d{2}$/;
const patterns: [ValueKind, RegExp][] = [
  ['boolean', /^(true|false|yes|no|sold|unsold)$/i],
  ['year', year],
  ['integer', /^-?\d+$/],
  ['number', /^-?\d*\.?\d+$/],
  ['number with thousands', /^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)?$/],
  ['amount', /^(\p{L}{0,3}\s?[$€£¥]|[A-Z]{3}|Rs\.?|Fr\.?)\s?\d[\d.,' ]*$|^\d[\d.,' ]*\s?([€£$]|[A-Z]{3})$/u],
  ['currency', /^[A-Z]{3}$/],
  ['url', /^https?:\/\//],
];

/** Every kind that a text is of, the narrowest first; `text` is always one. */
export function kindsOf(text: string): ValueKind[] {
  const kinds = patterns.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  const date = text.length <= maxDateLength && /\d/.test(text) && dateFormats.find(({ read }) => read(text));
  return [...kinds, ...(date ? [date.kind] : []), 'text'];
}
