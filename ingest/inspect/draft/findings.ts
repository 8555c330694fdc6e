import type { ColumnReport } from '../column-statistics.ts';

/** Something likely that the values do not prove. The draft follows it, and says so. */
export interface Supposition {
  text: string;
  /** Up to two values that it is about. */
  values: string[];
  /** Records that it is about. */
  rows: number;
}

/** What a question decides. */
type Topic = 'price' | 'currency' | 'date' | 'id' | 'gem' | 'status' | 'weight' | 'title';

/** Something that only a person can decide. The draft leaves it out until an answer is chosen. */
export interface Question extends Omit<Supposition, 'text'> {
  about: Topic;
  ask: string;
  answers: Answer[];
}

/** A possible answer. */
export interface Answer {
  /** The answer in words. */
  means: string;
  /** The part of a profile that the answer sets, merged into the draft; `{}` leaves the matter out. */
  set: Record<string, unknown>;
}

/** The answer that a field has a source. */
export const fieldAnswer = (field: string, source: unknown, means: string): Answer => ({
  means,
  set: { fields: { [field]: source } },
});

/** A source as a profile writes it: the name of its column if there is nothing else. */
export const shortSource = (source: Record<string, unknown>): unknown =>
  Object.keys(source).length > 1 ? source : source.column;

/** What a finding is about: a column, and values of it if only those matter. */
interface Subject {
  column?: ColumnReport | undefined;
  values?: string[];
  /** Those of the values if absent, else all of the column. */
  rows?: number;
}

export type Findings = ReturnType<typeof collectFindings>;

/** Collects what the values of a file do not prove. */
export function collectFindings() {
  const suppositions: Supposition[] = [];
  const questions: Question[] = [];
  const subjectOf = ({ column, values, rows }: Subject) => ({
    values: (values ?? column?.examples ?? []).slice(0, 2),
    rows: rows ?? (values ? column?.rowsOf(values) : column?.filled) ?? 0,
  });
  return {
    suppositions,
    questions,
    suppose(text: string, subject: Subject = {}): void {
      suppositions.push({ text, ...subjectOf(subject) });
    },
    ask(about: Topic, ask: string, answers: Answer[], subject: Subject = {}): void {
      questions.push({ about, ask, answers, ...subjectOf(subject) });
    },
  };
}

/** A supposition or a question in one line, with its values and the number of its records. */
export function inOneLine(text: string, { values, rows }: Pick<Supposition, 'values' | 'rows'>): string {
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  const counted = rows === 0 ? '' : ` (${rows} ${rows === 1 ? 'row' : 'rows'})`;
  const end = /[.?]$/.test(text) ? ' ' : ': ';
  return `${text}${shown ? `${end}${shown}` : ''}${counted}`;
}
