import type { Findings } from './findings.ts';
import type { Matched } from './match-columns.ts';

/** Drafts the source of the date of the sale; undefined if no column has it, or a question decides. */
export function draftDate({ fields: { auction_date } }: Matched, findings: Findings): unknown {
  if (!auction_date) return undefined;
  const { column, dates } = auction_date;
  if (dates.ambiguous === undefined)
    return dates.formats.length > 0 ? { column: column.column, formats: dates.formats } : column.column;
  const sign = dates.ambiguous.includes('-') ? '-' : '/';
  const year = /\d{4}$/.test(dates.ambiguous) ? 'yyyy' : 'yy';
  const answer = (means: string, format: string) => ({
    means,
    set: { fields: { auction_date: { column: column.column, formats: [format] } } },
  });
  findings.ask(
    {
      about: 'date',
      ask: `Is the day or the month first in the dates of "${column.column}"?`,
      answers: [answer('the day', `d${sign}M${sign}${year}`), answer('the month', `M${sign}d${sign}${year}`)],
    },
    { column, values: [dates.ambiguous] },
  );
  return undefined;
}
