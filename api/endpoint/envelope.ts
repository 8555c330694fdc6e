import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { type FilterParams, filterParams } from '../filters/filter-params.ts';
import { Hint } from '../filters/hints.ts';
import { writeValue } from '../parameters/read-value.ts';
import type { IndexState } from '../search/index-state.ts';
import type { PlainResponse } from './response-cache.ts';

const choice = { 'x-choice': true };

/** Paging of a list, as in the specification. */
export const Pagination = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1 }),
    total_pages: Type.Integer({ minimum: 0, description: '0 without results.' }),
    total_records: Type.Integer({ minimum: 0, description: 'Exact.' }),
  },
  { $id: 'Pagination', title: 'Paging information', additionalProperties: false },
);

export type Pagination = Static<typeof Pagination>;

/** In a response that is not a page of a list. */
const noPagination = Type.Null({ 'x-null-of': 'Pagination' });

/** The meta of every response with data. */
const commonMeta = {
  filters: Type.Object(
    {},
    {
      description: 'The filters as understood: canonical names, lists sorted.',
      additionalProperties: true,
      ...choice,
    },
  ),
  parameters: Type.Object(
    {},
    {
      description:
        'The other parameters as understood, defaults included. `sort` is separate, and a cursor replaces `page`.',
      additionalProperties: true,
      ...choice,
    },
  ),
  sort: Type.Optional(Type.String({ description: 'The order of `data`.', examples: ['-date'], ...choice })),
  data_version: Type.Union([Type.String(), Type.Null()], {
    description: 'Identifies the version of the data; null for the moment in which an import is published.',
    ...choice,
  }),
  as_of: Type.String({ format: 'date-time', description: 'When the data last changed.', ...choice }),
  hints: Type.Optional(
    Type.Array(Hint, {
      description: 'What in the request finds no lots or may mean something else.',
      ...choice,
    }),
  ),
} satisfies TProperties;

/**
 * The schema of a successful response: the `data` of the route, and `meta` with what the route adds.
 * @param name the name of the schema in the OpenAPI document
 */
export function envelopeSchema(
  name: string,
  data: TSchema,
  { paged, meta }: { paged: boolean; meta: TProperties },
): TSchema {
  const metaName = Object.keys(meta).length > 0 ? `${name.replace(/Response$/, '')}Meta` : 'Meta';
  const properties = { ...commonMeta, ...meta };
  const metaSchema = Type.Object(properties, { $id: metaName, additionalProperties: false });
  return successSchema(name, data, paged ? Pagination : noPagination, metaSchema);
}

/** The schema of a response without data of the index, such as the health of the process. */
export function plainEnvelopeSchema(name: string, data: TSchema): TSchema {
  return successSchema(name, data, noPagination, Type.Object({}, { additionalProperties: false }));
}

function successSchema($id: string, data: TSchema, pagination: TSchema, meta: TSchema): TSchema {
  const success = Type.Literal(true);
  return Type.Object({ success, data, pagination, meta }, { $id, additionalProperties: false });
}

/** The position of a page; 0 pages where nothing is found. */
export function presentPagination(page: number, limit: number, totalRecords: number): Pagination {
  return { current_page: page, total_pages: Math.ceil(totalRecords / limit), total_records: totalRecords };
}

/** The position of a response that has one page, even if it shows only some of the records. */
export function presentSinglePage(totalRecords: number): Pagination {
  return presentPagination(1, Math.max(1, totalRecords), totalRecords);
}

/** The result of a route, to which the envelope is added. */
export interface RouteResult<Data = unknown> {
  data: Data;
  pagination?: Pagination;
  /** Added to the common meta; undefined members are omitted. */
  meta?: Record<string, unknown>;
}

/** The request as understood. */
interface RenderRequest {
  path: string;
  /** The query parameters. */
  params: Record<string, unknown>;
  /** Whether a parameter of the route is a filter of lots. */
  isFilter: (name: string) => boolean;
  state: IndexState;
  /** About names that no lot has. */
  hints: Hint[] | undefined;
}

/** Renders a response: the envelope of the specification, with `meta` to explain it. */
export function renderEnvelope(
  { data, pagination, meta = {} }: RouteResult,
  { path, params, isFilter, state, hints }: RenderRequest,
): Omit<PlainResponse, 'isStable'> {
  const { sort, ...further } = meta;
  const body = JSON.stringify({
    success: true,
    data,
    pagination: pagination ?? null,
    meta: {
      ...shownParameters(params, isFilter),
      sort,
      data_version: state.isPublishing ? null : state.dataVersion,
      as_of: state.asOf,
      hints,
      ...further,
    },
  });
  const nextCursor = meta.next_cursor as string | undefined;
  return {
    body: Buffer.from(body),
    link: pagination && pageLinks({ path, params }, pagination, nextCursor),
  };
}

/** Filters and others. `cursor` is opaque and replaces `page`, `sample` also `limit`; the sort has a member of its own. */
function shownParameters(params: Record<string, unknown>, isFilter: (name: string) => boolean) {
  const { sort: _sort, cursor, ...shown } = params;
  const left = Object.entries(shown).filter(
    ([name, value]) =>
      value !== undefined &&
      !(name === 'page' && (cursor !== undefined || params.sample !== undefined)) &&
      !(name === 'limit' && params.sample !== undefined),
  );
  const some = (isIncluded: (name: string) => boolean) =>
    Object.fromEntries(left.filter(([name]) => isIncluded(name)));
  return { filters: some(isFilter), parameters: some((name) => !isFilter(name)) };
}

/** The `Link` header that every response has: where the API is described (RFC 8631). */
export const serviceLinks =
  '</api/v1/openapi.json>; rel="service-desc"; type="application/openapi+json", </docs>; rel="service-doc"; type="text/html"';

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last where they exist. With a cursor only
 * the next page is known. Undefined where there are no pages.
 */
function pageLinks(
  { path, params }: Pick<RenderRequest, 'path' | 'params'>,
  pagination: Pagination,
  nextCursor: string | undefined,
): string | undefined {
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
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [
      name,
      writeValue(value, filterParams[name as keyof FilterParams]),
    ]),
  );
  return query.size === 0 ? '' : `${query}&`;
}
