import type { DataState } from './data-version.ts';
import type { UnknownName } from './params/vocabulary-names.ts';
import { presentHints } from './present/hints.ts';
import type { Answer } from './route.ts';

/**
 * The text of an answer: the envelope of the specification, with what explains the answer in `meta`.
 * @param params the query parameters as understood
 */
export function renderAnswer(
  { data, pagination, meta = {} }: Answer,
  params: Record<string, unknown>,
  state: DataState,
  unknown: UnknownName[],
): string {
  const { sort, ...further } = meta;
  return JSON.stringify({
    success: true,
    data,
    pagination: pagination ?? null,
    meta: {
      filters: shownFilters(params),
      sort,
      data_version: state.dataVersion,
      as_of: state.asOf,
      hints: unknown.length > 0 ? presentHints(unknown) : undefined,
      ...further,
    },
  });
}

/** A cursor stands in the place of a page and means nothing to a reader; the sort is shown beside. */
function shownFilters({ sort: _sort, cursor, page, ...filters }: Record<string, unknown>) {
  return page === undefined || cursor !== undefined ? filters : { page, ...filters };
}
