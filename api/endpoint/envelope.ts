import { writeValue } from '../params/read-value.ts';
import { type Hint, type Pagination, RawJson } from '../present/envelope.ts';
import type { IndexState } from '../search/index-state.ts';
import type { Answer } from './define-route.ts';
import type { PlainResponse } from './response-cache.ts';

/** The request as understood. */
export interface RenderRequest {
  path: string;
  /** The query parameters. */
  params: Record<string, unknown>;
  state: IndexState;
  /** About names that no lot has. */
  hints: Hint[] | undefined;
}

/** Renders a response: the envelope of the specification, with `meta` to explain it. */
export function renderEnvelope(
  { data, pagination, meta = {} }: Answer,
  { path, params, state, hints }: RenderRequest,
): PlainResponse {
  const { sort, ...further } = meta;
  const rest = JSON.stringify({
    pagination: pagination ?? null,
    meta: {
      filters: shownFilters(params),
      sort,
      data_version: state.dataVersion,
      as_of: state.asOf,
      hints,
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

/** `cursor` is opaque and replaces `page`, `sample` also `limit`; the sort has a member of its own. */
function shownFilters({ sort: _sort, cursor, page, ...filters }: Record<string, unknown>) {
  if (filters.sample !== undefined) {
    const { limit: _limit, ...others } = filters;
    return others;
  }
  return page === undefined || cursor !== undefined ? filters : { page, ...filters };
}

/** The `Link` header that every response has: where the API is described (RFC 8631). */
export const serviceLinks =
  '</api/v1/openapi.json>; rel="service-desc"; type="application/openapi+json", </docs>; rel="service-doc"; type="text/html"';

/** The position of a response among its pages. */
export interface LinkRequest {
  path: string;
  /** The query parameters as understood. */
  params: Readonly<Record<string, unknown>>;
  pagination: Pagination;
  nextCursor: string | undefined;
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last where they exist. With a cursor only
 * the next page is known. Undefined where there are no pages.
 */
export function pageLinks({ path, params, pagination, nextCursor }: LinkRequest): string | undefined {
  const { current_page: page, total_pages: last } = pagination;
  if (last === 0 || params.sample !== undefined) return undefined;
  const { page: _page, cursor, ...others } = params;
  const list = `${path}?${toQuery(others)}`;
  const link = (relation: string, place: string) => `<${list}${place}>; rel="${relation}"`;
  if (cursor !== undefined) return nextCursor && link('next', `cursor=${nextCursor}`);
  const links = [link('first', 'page=1')];
  if (page > 1) links.push(link('prev', `page=${Math.min(page - 1, last)}`));
  if (page < last) links.push(link('next', `page=${page + 1}`));
  links.push(link('last', `page=${last}`));
  return links.join(', ');
}

/** Ends with `&`. */
function toQuery(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) query.append(name, writeValue(value));
  return query.size === 0 ? '' : `${query}&`;
}
