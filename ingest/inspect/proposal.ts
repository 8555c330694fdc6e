import { usualNulls } from '../record/profile/read-source.ts';
import type { ColumnReport } from './column-report.ts';
import { knownName, type Meaning } from './known-names.ts';

/** What a question decides. */
export type Topic = 'price' | 'currency' | 'basis' | 'date' | 'id' | 'gem' | 'status' | 'weight';

/** Something that only a person can decide. The proposed profile leaves it out until an answer is chosen. */
export interface Question {
  about: Topic;
  /** The question in one line, with up to two values of each column that it is about. */
  ask: string;
  answers: Answers;
}

/** The part of a profile that an answer sets, merged into the proposed one; `{}` leaves the matter out. */
type Answer = Record<string, unknown>;

/** The possible answers of a question, each by its words. */
export type Answers = Record<string, Answer>;

/** The answer that a field has a source. */
export const inField = (field: string, source: unknown): Answer => ({ fields: { [field]: source } });

/** The answer that the file is not one to import, or not before somebody edits its draft. */
export const nothingImported = (columns: readonly Column[]): Answers => ({
  'none of these: nothing is imported': {
    except: [{ column: columns.toSorted((a, b) => b.filled - a.filled)[0]!.column, filled: true }],
  },
});

/** A column, and what its name says. */
export interface Column extends ColumnReport, ReturnType<typeof knownName> {
  /** Its values, without the usual words for none. */
  values: string[];
}

/** The columns of a file, the rows at its beginning, and what is asked about them. */
export type Proposal = ReturnType<typeof proposalOf>;

/** Begins a proposal for columns, of which those without values tell nothing. */
export function proposalOf(reports: readonly ColumnReport[], rows: readonly Record<string, unknown>[]) {
  const columns: Column[] = reports
    .filter(({ filled }) => filled > 0)
    .map((report) => ({
      ...report,
      ...knownName(report.column),
      values: report.sample.filter((text) => !usualNulls.test(text)),
    }));
  const questions: Question[] = [];
  return {
    columns,
    rows,
    records: Math.max(0, ...columns.map(({ filled }) => filled)),
    questions,
    /** What is worth knowing and no question. */
    remarks: [] as string[],
    /** Adds a question about columns, whose values it shows. */
    ask(about: Topic, question: string, answers: Answers, asked: readonly Column[] = []): void {
      const values = asked.flatMap(({ examples }) => examples.slice(0, 2)).slice(0, 6);
      const ask = `${question} ${values.map((value) => JSON.stringify(value)).join(', ')}`;
      questions.push({ about, ask: ask.trim(), answers });
    },
    /** The columns of some meanings, the best name first. */
    named: (...wanted: Meaning[]): Column[] =>
      columns
        .filter(({ meaning }) => wanted.includes(meaning!))
        .toSorted((a, b) => a.rank - b.rank || b.filled - a.filled),
  };
}

/** A column as a source, with the words for no value that it has. */
export function sourceOf({ column, sample }: Column, isNull = (text: string) => usualNulls.test(text)) {
  const nulls = sample.filter((text) => isNull(text) && !['n/a', '-'].includes(text));
  return { column, ...(nulls.length > 0 && { null_words: ['n/a', '-', ...nulls] }) };
}

/** The names of columns for a question. */
export const quoted = (columns: readonly Column[], separator = ', ') =>
  columns.map(({ column }) => `"${column}"`).join(separator);
