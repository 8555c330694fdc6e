import type { Pagination } from '../present/envelope.ts';

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
  if (last === 0) return undefined;
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

/** Ends with `&`. Lists are repeated parameters, because their values may contain commas. */
function toQuery(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const single of Array.isArray(value) ? value : [value]) query.append(name, String(single));
  }
  return query.size === 0 ? '' : `${query}&`;
}
