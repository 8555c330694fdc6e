import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import type { Findings } from './findings.ts';
import type { Matched } from './match-columns.ts';

/** Drafts the source of the weight in carats; undefined if no column has it, or a question decides. */
export function draftWeight({ fields: { carat }, grams }: Matched, findings: Findings): unknown {
  if (!carat) {
    for (const { column } of grams) {
      findings.ask(
        {
          about: 'weight',
          ask: `Is "${column.column}" in carats? Its name and values do not say so, and grams are not converted.`,
          answers: [
            { means: 'in carats', set: { fields: { carat: column.column } } },
            { means: 'not in carats', set: {} },
          ],
        },
        { column },
      );
    }
    return undefined;
  }
  const { column, numbers } = carat;
  const units = numbers.words.map((word) => word.replace(/[()]/g, ''));
  const says =
    units.length > 0 ||
    /\b(carats?|cts?|karat|carati|carato)\b/.test(fold(column.column.replaceAll('_', ' ')));
  if (!says) findings.suppose(`"${column.column}" is in carats`, carat);
  const format = { ...numbers.format, ...(units.length > 0 && { units }) };
  return Object.keys(format).length > 0 ? { column: column.column, numbers: format } : column.column;
}
