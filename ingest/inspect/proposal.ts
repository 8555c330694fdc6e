import { usualNulls } from '../record/profile/read-source.ts';
import type { ColumnReport } from './column-report.ts';
import type { knownName, Meaning } from './known-names.ts';
import type { Answer, Question, Topic } from './question.ts';

/** A column, and what its name says. */
export interface Column extends ColumnReport, ReturnType<typeof knownName> {}

/** The columns of a file, the rows at its beginning, and what is asked about them. */
export interface Proposal {
  columns: readonly Column[];
  rows: readonly Record<string, unknown>[];
  records: number;
  questions: Question[];
  /** Adds a question about columns, whose values it shows. */
  ask(about: Topic, question: string, answers: Answer[], columns?: readonly Column[]): void;
  /** What is worth knowing and no question. */
  remarks: string[];
  /** The columns of a meaning that have values, the best name first. */
  named(...meanings: Meaning[]): Column[];
}

/** Up to two values of each column, for a question. */
export const valuesOf = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ examples }) => examples.slice(0, 2)).slice(0, 6);

/** A column as the source of a field, with the usual words for no value that it has. */
export function plainSource(
  { column, sample }: Column,
  isNull = (text: string) => usualNulls.test(text),
): unknown {
  const nulls = sample.filter((text) => isNull(text) && !['n/a', '-'].includes(text));
  return nulls.length > 0 ? { column, null_words: ['n/a', '-', ...nulls] } : column;
}

/** The answer that the file is not one to import, or not before somebody edits its draft. */
export const nothingImported = (columns: readonly Column[]): Answer => ({
  means: 'none of these: nothing is imported',
  set: {
    except: [{ column: columns.toSorted((a, b) => b.filled - a.filled)[0]!.column, filled: true }],
  },
});
