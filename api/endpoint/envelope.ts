import { unknownNames } from '../params/vocabulary-names.ts';
import { maxLookedUp } from '../present/envelope.ts';
import { presentHints } from '../present/hints.ts';
import { RawJson } from '../present/raw-json.ts';
import type { IndexState } from '../search/index-state.ts';
import type { Answer } from './define-route.ts';
import { pageLinks } from './links.ts';
import type { PlainResponse } from './response-cache.ts';

/** The request as understood. */
export interface RenderRequest {
  path: string;
  /** The query parameters. */
  params: Record<string, unknown>;
  state: IndexState;
}

/** Renders a response: the envelope of the specification, with `meta` to explain it. */
export function renderEnvelope(
  { data, pagination, meta = {} }: Answer,
  { path, params, state }: RenderRequest,
): PlainResponse {
  const { sort, ...further } = meta;
  const unknown = unknownNames(params, maxLookedUp);
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
  const json = data instanceof RawJson ? data.text : JSON.stringify(data);
  return {
    body: Buffer.from(`{"success":true,"data":${json},${rest.slice(1)}`),
    link: pagination && pageLinks({ path, params, pagination, nextCursor }),
  };
}

/** `cursor` is opaque and replaces `page`; the sort has a member of its own. */
function shownFilters({ sort: _sort, cursor, page, ...filters }: Record<string, unknown>) {
  return page === undefined || cursor !== undefined ? filters : { page, ...filters };
}
