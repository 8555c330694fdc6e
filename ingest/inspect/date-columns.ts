import { dateFormatsOf } from './date-formats.ts';
import { type Column, inField, type Proposal, quoted, sourceOf } from './proposal.ts';

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
  const dated = (some: readonly Column[]) =>
    some.map((one) => ({ ...one, ways: dateFormatsOf(one.values) })).filter(({ ways }) => ways.length > 0);
  const [said] = dated(named('sale_date'));
  if (said?.ways.length === 1)
    return { source: { ...sourceOf(said), formats: said.ways[0]!.formats }, column: said.column };
  const mayBe = ({ meaning, kind, column }: Column) =>
    meaning === 'date' || (kind === 'date' && !otherDay.test(column));
  const candidates = said ? [said] : dated(columns.filter(mayBe));
  if (candidates.length === 0) return {};
  const answers = candidates.flatMap((one) =>
    one.ways.map(({ means, formats }) => [
      `"${one.column}"${one.ways.length === 1 ? '' : `, where ${means}`}`,
      inField('auction_date', { ...sourceOf(one), formats }),
    ]),
  );
  ask(
    'date',
    `Is ${quoted(candidates, ' or ')} the day of the sale${said ? ', and how is it written' : ''}?`,
    { ...Object.fromEntries(answers), 'none of these: leave the date out': {} },
    candidates,
  );
  return { column: candidates.find(({ meaning }) => meaning !== undefined)?.column };
}
