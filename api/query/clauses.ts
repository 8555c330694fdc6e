import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';

/** One condition of a query. */
export type Clause = estypes.QueryDslQueryContainer;

/** Value at or above a bound; leaves out what lacks the field. */
export const atLeast = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { gte: bound } },
});

/** Value at or below a bound; leaves out what lacks the field. */
export const atMost = (field: Field, bound: number | string): Clause => ({
  range: { [field]: { lte: bound } },
});

export const equals = (field: Field, value: boolean | number | string): Clause => ({
  term: { [field]: value },
});

/** Any of some values. The search normalises them as it does the field's. */
export const anyOf = (field: Field, values: readonly string[]): Clause => ({
  terms: { [field]: [...values] },
});

export const present = (field: Field): Clause => ({ exists: { field } });

export const absent = (field: Field): Clause => ({ bool: { must_not: [present(field)] } });

/** At least one of some conditions. */
export const either = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };
