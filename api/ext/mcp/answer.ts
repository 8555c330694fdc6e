import { round } from '../../../mappings/round.ts';

/** A figure, never without the number of lots, prices or sales behind it. */
export interface Figure {
  name: string;
  /** The group or the period, where there are several. */
  of?: string;
  /** Null where there are too few lots for it. */
  value: number | null;
  unit: string;
  n: number;
  /** Null for counts, sums and single prices, and where there are too few lots. */
  interval: { low: number; high: number; of: string } | null;
  /** True for fewer than five prices. */
  low_sample?: boolean;
}

/** A lot: an id and what is known of it; unknown values are left out. */
export type Lot = { id: number } & Record<string, unknown>;

/** What a tool says. */
export interface Answer {
  figures: Figure[];
  lots?: Lot[];
  /** Explanations, or a citation. */
  terms?: { name: string; meaning: string }[];
  /** The request as understood. */
  filters: Record<string, unknown>;
  left_out: string[];
  not_matched: string[];
  notes: string[];
  data_version: string;
  as_of: string;
  /** The page that shows it, and the requests that give the figures. */
  page: string;
  requests: string[];
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: object, required: string[]) => ({ type: 'object', properties, required });

const lists = {
  lots: { lots: { type: 'array', items: object({ id: { type: 'integer' } }, ['id']) } },
  terms: { terms: { type: 'array', items: object({ name: text, meaning: text }, ['name', 'meaning']) } },
  none: {},
};

/** The output schema of a tool: the answer as structured content. */
export function answerSchema(list: keyof typeof lists) {
  const number = { type: 'number' };
  const interval = object({ low: number, high: number, of: text }, ['low', 'high', 'of']);
  const figure = {
    ...{ name: text, of: text, value: orNull(number), unit: text, n: number },
    ...{ interval: orNull(interval), low_sample: { type: 'boolean' } },
  };
  const properties = {
    figures: { type: 'array', items: object(figure, ['name', 'value', 'unit', 'n', 'interval']) },
    ...lists[list],
    ...{ filters: { type: 'object' }, left_out: texts, not_matched: texts, notes: texts },
    ...{ data_version: text, as_of: text, page: text, requests: texts },
  };
  return object(properties, Object.keys(properties));
}

/** Maximum bytes of the text of an answer: 1,500 tokens of four bytes. */
export const maxTextBytes = 6000;

/** More never fit. */
const maxListed = 150;

/** An answer cut to the size that its text may have: the last figures, lots and terms are left out, and counted. */
export function fitAnswer(whole: Answer): { answer: Answer; text: string } {
  const answer = plain({ ...whole, figures: whole.figures.map(roundFigure) }) as Answer;
  const lists = [answer.lots ?? [], answer.terms ?? [], answer.figures];
  const before = lists.map((list) => list.length);
  for (const list of lists) list.splice(maxListed);
  for (;;) {
    const cut = lists.flatMap((list, place) => {
      const missing = before[place]! - list.length;
      const what = ['lots', 'terms', 'figures'][place];
      return missing > 0
        ? [`${missing} of ${before[place]} ${what}, for lack of space: narrow the filters`]
        : [];
    });
    const fitted = { ...answer, left_out: [...cut, ...answer.left_out] };
    const written = write(fitted);
    const longest = lists.find((list) => list.length > 1);
    if (Buffer.byteLength(written) <= maxTextBytes || !longest) return { answer: fitted, text: written };
    longest.pop();
  }
}

/** Decimals of figures by unit: dollars are whole. */
const decimals: Record<string, number> = { USD: 0, 'USD/ct': 0, index: 1, share: 4 };

export function roundFigure({ value, interval, ...figure }: Figure): Figure {
  const rounded = (one: number) => round(one, decimals[figure.unit] ?? 2);
  return {
    ...figure,
    value: value === null ? null : rounded(value),
    interval: interval && { ...interval, low: rounded(interval.low), high: rounded(interval.high) },
  };
}

/** Characters that hide or reorder others. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Longer texts are cut. */
const maxLength = 160;

/** Texts come from catalogs: without unseen characters, and cut. Addresses and explanations are ours. */
function plain(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    const seen = value.replaceAll(unseen, ' ');
    const isOurs = ['page', 'requests', 'meaning'].includes(name);
    return isOurs || seen.length <= maxLength ? seen : `${[...seen].slice(0, maxLength).join('')}…`;
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, key)]));
}

/** A text of the data in quotes, in which nothing looks like markup. */
export const quoted = (value: unknown): string => escaped(JSON.stringify(value));

const escaped = (text: string) =>
  text.replaceAll(/[<>`[\]]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

function write({ figures, lots, terms, filters, ...answer }: Answer): string {
  const shown = Object.entries(filters).map(
    ([name, value]) => `${name} ${[value].flat().map(quoted).join(' or ')}`,
  );
  return [
    ...figures.map(writeFigure),
    ...(lots?.map(writeLot) ?? []),
    ...(terms?.map(({ name, meaning }) => `${quoted(name)}: ${meaning}`) ?? []),
    `Understood as: ${shown.join(', ') || 'all lots'}`,
    ...answer.left_out.map((what) => `Left out: ${escaped(what)}`),
    ...answer.not_matched.map((what) => `Not matched: ${escaped(what)}`),
    ...answer.notes.map((note) => `Note: ${escaped(note)}`),
    `Data version ${answer.data_version}, as of ${answer.as_of}`,
    `Page: ${answer.page}`,
    ...answer.requests.map((request) => `Request: ${request}`),
  ].join('\n');
}

function writeFigure({ name, of, value, unit, n, interval, low_sample }: Figure): string {
  const about = of === undefined ? name : `${quoted(of)}: ${name}`;
  // Only medians say whether they are a low sample, and all of them have an interval where there are enough lots.
  const none = low_sample === undefined ? '' : '; too few for an interval';
  const range = interval ? `; ${interval.of}: ${interval.low} to ${interval.high}` : none;
  return `${about}: ${value === null ? 'unknown' : `${value} ${unit}`} (n ${n}${range}${low_sample ? '; low sample' : ''})`;
}

const writeLot = ({ id, ...facts }: Lot): string =>
  `Lot ${id}: ${Object.entries(facts)
    .map(([name, value]) => `${name} ${[value].flat().map(quoted).join(' and ')}`)
    .join(', ')}`;
