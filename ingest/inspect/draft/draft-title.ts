import type { Evidence } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import type { Matched } from './match-columns.ts';

/** Drafts the source of the title; if no column has one, the columns that describe the stone. */
export function draftTitle(all: readonly Evidence[], { fields }: Matched, findings: Findings): unknown {
  if (fields.title) return fields.title.column.column;
  const used = Object.values(fields);
  const isText = ({ column, urls, numbers, dates, isIndex }: Evidence) =>
    column.filled > 0 && !isIndex && urls < 0.1 && numbers.share < 0.5 && dates.share < 0.5;
  const free = all.filter((one) => isText(one) && !used.includes(one));
  const longest = free.reduce<Evidence | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined);
  if (longest && longest.length >= 15) {
    findings.suppose(`"${longest.column.column}" is the title`, longest);
    return longest.column.column;
  }
  const describing = free.filter(({ name }) =>
    /\b(variety|colou?r|couleur|farbe|colore|shape|cut|taille|schliff|taglio)\b/.test(name),
  );
  const parts = [...(fields.gem_type ? [fields.gem_type] : []), ...describing].slice(0, 4);
  const columns = (parts.length > 0 ? parts : all.slice(0, 1)).map(({ column }) => column.column);
  const listed = columns.map((column) => `"${column}"`).join(', ');
  findings.suppose(`${listed} make up the title, since no column has one`, parts[0]);
  return { columns, join: ', ' };
}
