import type { Condition, Profile } from './profile.ts';
import { type Row, rowTest } from './read-source.ts';

/** Returns the name of the rule that skips a row. */
type Filter = (values: Row) => string | undefined;

/** The row filters of a profile: they skip rows that miss a condition of `only` or meet one of `except`. */
interface RowFilters {
  /** By the columns of the file, before anything is read. */
  byColumns: Filter;
  /** By the fields of the record, as far as they could be read. */
  byFields: Filter;
}

/** Prepares the row filters of a profile. */
export function rowFilters(profile: Pick<Profile, 'only' | 'except' | 'null_words'>): RowFilters {
  const { only = [], except = [] } = profile;
  const rules = [
    ...only.map((condition) => ({ condition, leavesOut: false, list: 'only' })),
    ...except.map((condition) => ({ condition, leavesOut: true, list: 'except' })),
  ].map(({ condition, leavesOut, list }) => ({
    name: `${list} ${nameOf(condition)}`,
    isField: condition.field !== undefined,
    isMet: rowTest(condition, profile),
    leavesOut,
  }));
  const filter = (ofFields: boolean): Filter => {
    const own = rules.filter(({ isField }) => isField === ofFields);
    return (values) => own.find(({ isMet, leavesOut }) => isMet(values) === leavesOut)?.name;
  };
  return { byColumns: filter(false), byFields: filter(true) };
}

const maxNameLength = 80;

function nameOf({ column, field, words = [], patterns = [], filled }: Condition): string {
  const what = filled === undefined ? [...words, ...patterns].join(', ') : filled ? 'filled' : 'empty';
  return `${column ?? field}: ${what}`.slice(0, maxNameLength);
}
