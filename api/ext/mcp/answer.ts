import type { Api, Found, Json } from './tool.ts';

/** What a tool says. */
export interface Answer {
  data: Found['data'];
  notes: string[];
  /** What each response says of itself: the request as understood, what was left out, the version of the data. */
  meta: Json[];
  /** The page that shows it, and the requests that give the data. */
  page: string;
  requests: string[];
}

const text = { type: 'string' };

const properties = {
  data: { type: 'object', description: 'The data of the requests, as the API documents them' },
  notes: { type: 'array', items: text },
  meta: { type: 'array', items: { type: 'object' } },
  page: text,
  requests: { type: 'array', items: text },
};

/** The output schema of every tool: the answer as structured content. */
export const answerSchema = { type: 'object', properties, required: Object.keys(properties) } as const;

/** Parameters of requests that the page has beside the filters. */
const ofPage = ['carat', 'as_of', 'interval', 'basis', 'dollars'];

/** The answer to a call: what was found, and what the responses say of themselves. */
export function composeAnswer({ publicUrl }: Api, { data, responses, view, notes = [] }: Found): Answer {
  const meta = responses.map((response) => response.meta);
  const { filters, parameters = {} } = meta[0];
  const shown = Object.entries(parameters).filter(([name]) => ofPage.includes(name));
  const page = new URLSearchParams(view);
  for (const [name, value] of [...Object.entries(filters), ...shown])
    for (const one of [value].flat()) page.append(name, String(one));
  const said = meta.flatMap(({ hints = [], synthetic_lots, excluded }) => [
    ...hints.map(({ message }: Json) => message),
    synthetic_lots &&
      'synthetic_lots are generated samples, not real sales; is_synthetic=false leaves them out',
    excluded?.hand_picked &&
      'hand_picked lots are not the market and are left out of figures; selection=all includes them',
  ]);
  return {
    data,
    notes: [...notes, ...new Set(said)].filter(Boolean),
    meta,
    page: `${publicUrl}/?${page}`,
    requests: responses.map(({ address }) => publicUrl + address),
  };
}

/** Maximum bytes of the text of an answer: 1,500 tokens of four bytes. */
const maxTextBytes = 6000;

/** More never fit. */
const maxListed = 150;

/** An answer cut to the size that its text may have: the ends of the longest lists are left out, and counted. */
export function fitAnswer(whole: Answer): { answer: Answer; text: string } {
  const answer = plain(whole) as Answer;
  const lists = Object.entries<Json>(answer.data).filter(([, list]) => Array.isArray(list));
  for (const [, list] of lists) list.splice(maxListed);
  for (;;) {
    const cut = lists.flatMap(([name, list]) => {
      const { length } = whole.data[name];
      return list.length < length
        ? [`${name}: only ${list.length} of ${length}, for lack of space; narrow the filters`]
        : [];
    });
    const fitted = { ...answer, notes: [...cut, ...answer.notes] };
    const { data, ...said } = fitted;
    const text = writeLines({ ...data, ...said });
    const [longest] = lists.map(([, list]) => list).sort((a, b) => b.length - a.length);
    if (Buffer.byteLength(text) <= maxTextBytes || !longest?.length) return { answer: fitted, text };
    longest.pop();
  }
}

/** Members of responses that an answer leaves out. */
const unlisted = [
  ...['min', 'max', 'mean', 'p10', 'p25', 'p75', 'p90', 'groups', 'start_date', 'fit', 'levels'],
  ...['distance', 'trait_factors', 'address', 'import', 'updated_at', 'derived', 'fields', 'next_cursor'],
  ...['hints', 'flag', 'reason', 'sort'],
];

/** Characters that hide or reorder others. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Longer texts of the data are cut. */
const maxLength = 160;

/**
 * Texts come from catalogs: without unseen characters, and cut. Addresses and explanations are ours. Dollars are whole; those
 * of an estimate have three digits, as on the page.
 */
function plain(value: unknown, path: readonly string[] = []): unknown {
  if (typeof value === 'string') {
    const seen = value.replaceAll(unseen, ' ');
    const isOurs = path[0] !== 'data' || path.includes('meaning');
    return isOurs || seen.length <= maxLength ? seen : `${[...seen].slice(0, maxLength).join('')}…`;
  }
  if (typeof value === 'number' && path.at(-1) !== 'n' && path.some((name) => name.endsWith('_usd'))) {
    return path.includes('estimate') ? Number(value.toPrecision(3)) : Math.round(value);
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, path));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !unlisted.includes(name));
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one, [...path, name])]));
}

/** A line for each value, and for each element of a list. */
const writeLines = (values: object): string =>
  Object.entries(values)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${write(one)}`))
    .join('\n');

function write(value: unknown): string {
  if (Array.isArray(value)) return value.map(write).join(' and ') || 'none';
  if (typeof value !== 'object') return quoted(value);
  if (value === null) return 'unknown';
  const members = Object.entries(value).map(([name, one]) => `${name} ${write(one)}`);
  return `(${members.join(', ')})`;
}

/** A text of the data in quotes, in which nothing looks like markup. */
const quoted = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>`[\]]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
