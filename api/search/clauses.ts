import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';

/** The body of a search, without its index. */
export type SearchBody = Omit<estypes.SearchRequest, 'index'>;

const figures = { size: 0, track_total_hits: false } as const;

/** A search for figures of its lots alone, whose response Elasticsearch caches. */
export const cachedFigures = { ...figures, request_cache: true } as const;

/**
 * A search for figures that is not cached: the response is as costly to store as to compute, or the request is rarely
 * repeated.
 */
export const uncachedFigures = { ...figures, request_cache: false } as const;

/** The query for lots that meet all conditions, without scores. */
export function allOf(clauses: Clause[]): Clause {
  return clauses.length === 0 ? { match_all: {} } : { bool: { filter: clauses } };
}

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
export const anyOf = (field: Field, values: readonly (number | string)[]): Clause => ({
  terms: { [field]: [...values] },
});

export const present = (field: Field): Clause => ({ exists: { field } });

export const absent = (field: Field): Clause => ({ bool: { must_not: [present(field)] } });

/** None of some conditions. */
export const without = (...clauses: Clause[]): Clause => ({ bool: { must_not: clauses } });

/** At least one of some conditions. */
export const either = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };

/**
 * All words of a text, in any order and folded like the field; text in double quotes is a phrase. An
 * unpaired quote is an ordinary character. A text without words matches nothing.
 * @param operator `or` where any of the words outside quotes suffices
 */
export function words(field: Field, text: string, operator: 'and' | 'or' = 'and'): Clause[] {
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1]!.trim()).filter(hasWord);
  const loose = text.replaceAll(/"[^"]*"/g, ' ').trim();
  const clauses: Clause[] = phrases.map((phrase) => ({ match_phrase: { [field]: { query: phrase } } }));
  if (hasWord(loose)) clauses.push({ match: { [field]: { query: loose, operator } } });
  return clauses.length > 0 ? clauses : [{ match_none: {} }];
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
