import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';

/** One condition of a query. */
export type Clause = estypes.QueryDslQueryContainer;

/** A value at or above a bound; excludes lots without the field. */
export const atLeast = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { gte: bound } },
});

/** A value at or below a bound; excludes lots without the field. */
export const atMost = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { lte: bound } },
});

export const equals = (field: Field, value: boolean | number | string): Clause => ({
  term: { [field]: value },
});

/** Any of some values. Elasticsearch normalizes them like the values of the field. */
export const anyOf = (field: Field, values: readonly string[]): Clause => ({
  terms: { [field]: [...values] },
});

export const present = (field: Field): Clause => ({ exists: { field } });

export const absent = (field: Field): Clause => ({ bool: { must_not: [present(field)] } });

/** At least one of some conditions. */
export const either = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };

/**
 * All words of a text, in any order and folded like the field; text in double quotes is a phrase. An
 * unpaired quote is an ordinary character. A text without words matches nothing.
 */
export function words(field: Field, text: string): Clause[] {
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim()).filter(hasWord);
  const loose = text.replaceAll(/"[^"]*"/g, ' ').trim();
  const clauses: Clause[] = phrases.map((phrase) => ({ match_phrase: { [field]: { query: phrase } } }));
  if (hasWord(loose)) clauses.push({ match: { [field]: { query: loose, operator: 'and' } } });
  return clauses.length > 0 ? clauses : [{ match_none: {} }];
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
