import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import type { Column, Proposal } from './proposal.ts';

/**
 * The identity: a unique id; house, sale and lot number with the date; the URL. Lot numbers start anew in each sale, and
 * numbers that count the rows in each file, so neither is an identity alone: else it is asked.
 */
export function identityOf(
  { named, records, columns, questions, rows }: Proposal,
  date: string | undefined,
  file: string,
): Record<string, unknown> | undefined {
  const isWhole = ({ filled }: Column) => filled === records;
  const first = (...meanings: Parameters<Proposal['named']>) => named(...meanings).find(isWhole);
  const isCounter = ({ sample }: Column) =>
    sample.every((text) => /^\d{1,6}$/.test(text)) &&
    Number(sample.at(-1)) < Number(sample[0]) + 2 * sample.length;
  const namespace = namespaceOf(file, rows[0]);
  const ids = named('id').filter((one) => one.unique && isWhole(one));
  const id = ids.find((one) => !isCounter(one) || Number(one.sample[0]) > 1_000);
  if (id) return { columns: [id.column], namespace };
  const [lot, house, sale] = [first('lot_number') ?? ids[0], first('auction_house'), first('sale')];
  // A sale of the same name comes again each year; its number does not.
  const isNumbered = sale?.sample.every((text) => /\d{3}/.test(text));
  const dated = isNumbered ? [] : columns.filter((one) => one.column === date && isWhole(one));
  const lots = [house, sale, lot, ...dated].flatMap((one) => one?.column ?? []);
  if (lot && (isNumbered || dated.length > 0) && isUnique(rows, lots)) {
    return { columns: [...new Set(lots)], ...(house ? {} : { namespace }) };
  }
  const url = named('url').find((one) => one.unique && isWhole(one) && one.kind === 'url');
  if (url) return { columns: [url.column] };
  const titled = [lot, first('title')].flatMap((one) => one?.column ?? []);
  const reports = named('report_numbers').filter((one) => one.unique && isWhole(one));
  const all = columns.filter(({ filled }) => filled > 0).slice(0, 50);
  const answer = (means: string, names: string[], may_be_empty: string[] = []) => ({
    means,
    set: { identity: { columns: names, ...(may_be_empty.length > 0 && { may_be_empty }), namespace } },
  });
  questions.push({
    about: 'id',
    ask: 'No column tells a lot from those of other files of this source. What does?',
    answers: [
      ...[titled, ...reports.map(({ column }) => [column])]
        .filter((names) => names.length > 0 && isUnique(rows, names))
        .map((names) => answer(names.map((name) => `"${name}"`).join(' and '), names)),
      answer(
        'none of these: all columns together; a corrected value gives a record a new id',
        all.map(({ column }) => column),
        all.filter((one) => !isWhole(one)).map(({ column }) => column),
      ),
    ],
    values: [],
  });
  return undefined;
}

const isUnique = (rows: Proposal['rows'], columns: readonly string[]) =>
  new Set(rows.map((row) => JSON.stringify(columns.map((column) => row[column])))).size === rows.length;

/** The name of the file, and a hash of its first record: files of two sources may have the same name. */
function namespaceOf(file: string, row: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 8);
  const words = parse(file).name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join(' ').slice(0, 150)} ${hash}`.trim();
}
