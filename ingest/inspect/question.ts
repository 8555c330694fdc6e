/** What a question decides. */
export type Topic = 'price' | 'amount' | 'currency' | 'basis' | 'date' | 'id' | 'gem' | 'status' | 'weight';

/** Something that only a person can decide. The proposed profile leaves it out until an answer is chosen. */
export interface Question {
  about: Topic;
  ask: string;
  answers: Answer[];
  /** Up to two values of each column that it is about. */
  values: string[];
}

/** A possible answer. */
export interface Answer {
  /** The answer in words. */
  means: string;
  /** The part of a profile that the answer sets, merged into the proposed one; `{}` leaves the matter out. */
  set: Record<string, unknown>;
}

/** The answer that a field has a source. */
export const fieldAnswer = (field: string, source: unknown, means: string): Answer => ({
  means,
  set: { fields: { [field]: source } },
});

/** A question in one line, with its values. */
export function inOneLine({ ask, values }: Pick<Question, 'ask' | 'values'>): string {
  return [ask, values.map((value) => JSON.stringify(value)).join(', ')].join(' ').trim();
}
