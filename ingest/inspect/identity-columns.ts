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
  const ids = wholeNamed('id').filter(({ unique }) => unique);
  const [sale] = wholeNamed('sale');
  const [lot = date.source ? ids[0] : undefined] = wholeNamed('lot_number');
  // "A-1" and "A-2" may be numbers of a sale, if there may be one.
  const counted = dated.length > 0 ? /^\D*\d{1,6}$/ : /^\d{1,6}$/;
  const isNumbered = sale?.sample.every((text) => /\d{3}/.test(text) && !/(?:19|20)\d\d/.test(text));
  const ofSale =
    lot && (sale || dated.length > 0) ? [wholeNamed('auction_house')[0], sale, lot, ...dated] : [];
  const tellRows = (some: (Column | undefined)[][]) =>
    some
      .map((found) => [...new Set(found.flatMap((one) => one?.column ?? []))])
      .filter((names) => {
        const keys = rows.map((row) => JSON.stringify(names.map((name) => row[name])));
        return names.length > 0 && new Set(keys).size === rows.length;
      });
  const [sure] = tellRows([
    [ids.find((one) => !isCounter(one, counted))],
    isNumbered || dated.length > 0 ? ofSale : [],
    [wholeNamed('url').find(({ unique, kind }) => unique && kind === 'url')],
  ]);
  if (sure) return { columns: sure, namespace };

  const possible = tellRows([
    ofSale,
    [lot, wholeNamed('title')[0]],
    [ids[0], ...dated],
    ...whole.filter(mayIdentify).map((one) => [one]),
  ]).map((names) => [
    names.map((name) => `"${name}"`).join(' and '),
    { identity: { columns: names, namespace } },
  ]);
  const all = columns.slice(0, 50);
  const may_be_empty = all.filter((one) => !whole.includes(one)).map(({ column }) => column);
  ask('id', 'No column surely tells a lot from those of other files of this source. What does?', {
    ...Object.fromEntries(possible),
    'all columns together; a corrected value gives a record a new id': {
      identity: {
        columns: all.map(({ column }) => column),
        namespace,
        ...(may_be_empty.length > 0 && { may_be_empty }),
      },
    },
    ...nothingImported(columns),
  });
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

/** The name of the file, and a hash of its first record: files of two sources may have the same name. */
function namespaceOf(file: string, row: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 8);
  return `${parse(file).name.slice(0, 150)} ${hash}`;
}
