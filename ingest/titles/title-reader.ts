import type { titleFields } from '../profile/profile.ts';
import type { FieldReader } from '../profile/read-source.ts';
import { readTitle } from './read-title.ts';

type TitleField = (typeof titleFields)[number];

/**
 * The step that reads what is still open out of the title, and lists in `derived` what it found there. A field that
 * a column gives is left alone.
 */
export function titleReader(wanted: readonly TitleField[]): FieldReader {
  return (_row, fields) => {
    if (typeof fields.title !== 'string') return [];
    const reading = readTitle(fields.title);
    const derived: string[] = [];
    for (const field of wanted) {
      if (fields[field] !== undefined || reading[field] === undefined) continue;
      fields[field] = reading[field];
      derived.push(field);
    }
    if (derived.length > 0) fields.derived = derived;
    const flags = [
      ...((fields.flags as string[] | undefined) ?? []),
      ...(derived.includes('carat') ? ['CARAT_FROM_TITLE'] : []),
      ...(reading.multiStone ? ['MULTI_STONE'] : []),
    ];
    if (flags.length > 0) fields.flags = flags;
    if (fields.gem_type !== undefined || !wanted.includes('gem_type')) return [];
    return [
      { field: 'gem_type', code: 'no_gem', message: `The title names no gem: "${shorten(fields.title)}".` },
    ];
  };
}

function shorten(title: string): string {
  return title.length > 100 ? `${title.slice(0, 100)}…` : title;
}
