import { usualNulls } from '../record/profile/read-source.ts';
import { dateFormatsOf } from './date-formats.ts';
import { type Column, type Proposal, plainSource } from './proposal.ts';
import { fieldAnswer } from './question.ts';

/** Days of the data or of papers, not of a sale. */
const otherDay = /cert|report|fetch|scrap|crawl|creat|updat|publish|import|export|issue/i;

/**
 * The date of the sale; asked where no column says so, or where its values may be several days.
 * @returns its source, and the column that tells the lots of one sale from those of another, whatever it means
 */
export function dateOf({ columns, named, ask }: Proposal): {
  source?: unknown;
  column?: string | undefined;
} {
  const valuesIn = ({ sample }: Column) => sample.filter((text) => !usualNulls.test(text));
  const waysOf = (one: Column) => {
    const source = plainSource(one);
    return dateFormatsOf(valuesIn(one)).map(({ means, formats }) => ({
      means,
      source: { ...(typeof source === 'string' ? { column: source } : (source as object)), formats },
    }));
  };
  const [said] = named('sale_date').filter((one) => waysOf(one).length > 0);
  if (said && waysOf(said).length === 1) return { source: waysOf(said)[0]!.source, column: said.column };
  const mayBe = ({ meaning, kind, column }: Column) =>
    meaning === 'sale_date' || meaning === 'date' || (kind === 'date' && !otherDay.test(column));
  const candidates = (said ? [said] : columns.filter((one) => one.filled > 0 && mayBe(one)))
    .map((one) => ({ ...one, ways: waysOf(one) }))
    .filter(({ ways }) => ways.length > 0);
  if (candidates.length === 0) return {};
  const answers = candidates.flatMap(({ column, ways }) =>
    ways.map(({ means, source }) =>
      fieldAnswer('auction_date', source, `"${column}"${ways.length === 1 ? '' : `, where ${means}`}`),
    ),
  );
  const names = candidates.map(({ column }) => `"${column}"`).join(' or ');
  ask(
    'date',
    `Is ${names} the day of the sale${said ? ', and how is it written' : ''}?`,
    [...answers, { means: 'none of these: leave the date out', set: {} }],
    candidates,
  );
  return { column: candidates.find(({ meaning }) => meaning !== undefined)?.column };
}
