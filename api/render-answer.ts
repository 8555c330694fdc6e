import type { DataState } from './data-version.ts';
import { JsonText } from './json-text.ts';
import { pageLinks } from './links.ts';
import { unknownNames } from './params/vocabulary-names.ts';
import { presentHints } from './present/hints.ts';
import type { PlainAnswer } from './rendered-answer.ts';
import type { Answer } from './route.ts';

/** What was asked, as understood. */
export interface RenderRequest {
  path: string;
  /** The query parameters. */
  params: Record<string, unknown>;
  state: DataState;
}

/** The text of an answer: the envelope of the specification, with what explains the answer in `meta`. */
export function renderAnswer(
  { data, pagination, meta = {} }: Answer,
  { path, params, state }: RenderRequest,
): PlainAnswer {
  const { sort, ...further } = meta;
  const unknown = unknownNames(params);
  const json = data instanceof JsonText ? data.json : JSON.stringify(data);
  const rest = JSON.stringify({
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
  const nextCursor = meta.next_cursor as string | undefined;
  const envelope = `{"success":true,"data":${json},${rest.slice(1)}`;
  return { json: envelope, link: pagination && pageLinks({ path, params, pagination, nextCursor }) };
}

/** A cursor stands in the place of a page and means nothing to a reader; the sort is shown beside. */
function shownFilters({ sort: _sort, cursor, page, ...filters }: Record<string, unknown>) {
  return page === undefined || cursor !== undefined ? filters : { page, ...filters };
}
