import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import type { dateOf } from './date-columns.ts';
import type { Meaning } from './known-names.ts';
import { type Column, nothingImported, type Proposal } from './proposal.ts';

/**
 * The identity: a unique id; house, sale and lot number with the date; the URL. Lot numbers start anew in each sale, and
 * numbers that count the rows in each file, so neither is an identity alone: else it is asked.
 */
export function identityOf(
  { named, records, columns, ask, rows }: Proposal,
  date: ReturnType<typeof dateOf>,
  file: string,
): Record<string, unknown> | undefined {
  const whole = columns.filter(({ filled }) => filled === records);
  const wholeNamed = (...meanings: Meaning[]) => named(...meanings).filter((one) => whole.includes(one));
  const dated = whole.filter(({ column }) => column === date.column);
  const namespace = namespaceOf(file, rows[0]);
  const identity = (found: (Column | undefined)[], isOwn = true) => {
    const names = [...new Set(found.flatMap((one) => one?.column ?? []))];
    return { columns: names, ...(isOwn && { namespace }) };
  };
  const ids = wholeNamed('id').filter(({ unique }) => unique);
  // "A-1" and "A-2" may be numbers of a sale, if there may be one.
  const id = ids.find((one) => !isCounter(one, date.column ? /^\D*\d{1,6}$/ : /^\d{1,6}$/));
  if (id) return identity([id]);
  const [house] = wholeNamed('auction_house');
  const [sale] = wholeNamed('sale');
  const [lot = date.source ? ids[0] : undefined] = wholeNamed('lot_number');
  const lots = identity([house, sale, lot, ...dated], !house);
  const isNumbered = sale?.sample.every((text) => /\d{3}/.test(text) && !/(?:19|20)\d\d/.test(text));
  if (lot && (isNumbered || dated.length > 0) && isUnique(rows, lots.columns)) return lots;
  const url = wholeNamed('url').find(({ unique, kind }) => unique && kind === 'url');
  if (url) return identity([url], false);
  const mayBe = [
    [lot, wholeNamed('title')[0]],
    [ids[0], ...dated],
    ...whole.filter(mayIdentify).map((one) => [one]),
  ].map((found) => identity(found));
  const all = columns.filter(({ filled }) => filled > 0).slice(0, 50);
  const gaps = all.filter((one) => !whole.includes(one)).map(({ column }) => column);
  ask('id', 'No column surely tells a lot from those of other files of this source. What does?', [
    ...mayBe
      .filter(({ columns: names }, i) => {
        const isNew = mayBe.findIndex((other) => String(other.columns) === String(names)) === i;
        return isNew && names.length > 0 && isUnique(rows, names);
      })
      .map((one) => ({
        means: one.columns.map((name) => `"${name}"`).join(' and '),
        set: { identity: one },
      })),
    {
      means: 'all columns together; a corrected value gives a record a new id',
      set: { identity: { ...identity(all), ...(gaps.length > 0 && { may_be_empty: gaps }) } },
    },
    nothingImported(columns),
  ]);
  return undefined;
}

/** Whether a person may know that a column is an identity. */
const mayIdentify = ({ unique, kind, meaning }: Column) =>
  unique &&
  ['text', 'integer'].includes(kind) &&
  (meaning === undefined || ['id', 'title', 'report_numbers'].includes(meaning));

/** Whether the values count the rows, as in each file anew. */
const isCounter = ({ sample }: Column, counted: RegExp) => {
  const numbers = sample.map((text) => (counted.test(text) ? Number(/\d+$/.exec(text)) : Number.NaN));
  return Math.max(...numbers) < Math.min(...numbers) + 2 * numbers.length;
};

const isUnique = (rows: Proposal['rows'], columns: readonly string[]) =>
  new Set(rows.map((row) => JSON.stringify(columns.map((column) => row[column])))).size === rows.length;

/** The name of the file, and a hash of its first record: files of two sources may have the same name. */
function namespaceOf(file: string, row: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 8);
  return `${parse(file).name.slice(0, 150)} ${hash}`;
}
