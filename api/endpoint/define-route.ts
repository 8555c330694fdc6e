import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Rule } from '../params/read-parameters.ts';
import type { Pagination, RawJson } from '../present/envelope.ts';
import type { IndexState } from '../search/index-state.ts';
import type { SearchContext } from '../search/search-context.ts';
import type { AppContext } from './context.ts';

/**
 * How to add a route that answers from the data:
 *
 * 1. `params/…`: declare its parameters with the kinds of `params/parameter.ts`; spread `filterParams` to take all
 *    filters, and pass `filterRules` as its rules.
 * 2. `query/…`: a pure function from the validated parameters to a search body; `allOf(filterClauses(params))` is
 *    the query of the filters.
 * 3. `present/…`: a pure function from the search response to `data`, with the schema of `data` in the same file.
 * 4. `routes/….ts`: `defineRoute({ … , async handle(request) { … } })`, which calls these three in this order; then one
 *    line in `routes/index.ts`.
 *
 * Validation, errors, the envelope, `meta.filters`, `meta.hints`, caching, the rate limit, metrics and the OpenAPI
 * document follow from the definition. Tests call `get()` of `test/support/get.ts`, which checks every response
 * against the schemas declared here.
 */

/** A documented GET path that returns data. */
export interface Route {
  /** With path parameters in braces: `/api/v1/auctions/{id}`. */
  path: string;
  operationId: string;
  /** The category of the specification. */
  tag: string;
  summary: string;
  /** What the specification does not define; Markdown. */
  description?: string;
  /** True if the path is not in the specification. */
  isExtension?: boolean;
  /** String parameters of the path, by the names in its braces. */
  pathParams?: TProperties;
  /** Query parameters in the order of the documentation and of `meta.filters`. */
  params: TProperties;
  rules?: Rule[];
  /** Schema of `data`. */
  data: TSchema;
  /** Whether `pagination` is an object; otherwise it is null. */
  paged?: boolean;
  /** What the route adds to `meta`. */
  meta?: TProperties;
  /** Whether the response also depends on the current day. */
  dependsOnToday?: boolean;
  /** Whether a response is a few records or names from batched searches. */
  isBrief?: boolean;
  /** Additional error codes, beyond those of every route. */
  errors?: ('not_found' | 'not_acceptable')[];
  /** Example requests: query strings, or paths where the path has parameters. */
  examples?: string[];
  /**
   * Handles one valid request.
   * @throws ApiError
   */
  handle(request: RequestContext<never>): Promise<Answer>;
  /** Handles a valid request with `format`, where the route accepts it. */
  export?(request: RequestContext<never>): Promise<Export>;
}

/** A file that is generated while it is sent. */
export interface Export {
  contentType: string;
  fileName: string;
  /** The number of records in the file. */
  total: number;
  chunks(): AsyncIterable<string>;
  /** Releases the resources of the export; call it however the export ends. */
  close(): Promise<void>;
}

/** One valid request. */
export interface RequestContext<Params> {
  /** Query and path parameters, typed and canonical, with defaults. */
  params: Params;
  search: SearchContext;
  state: IndexState;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
}

/** What a route returns; the envelope is added to it. */
export interface Answer<Data = unknown> {
  data: Data;
  pagination?: Pagination;
  /** Added to the common meta; undefined members are omitted. */
  meta?: Record<string, unknown>;
}

type RouteDefinition<Params extends TProperties, PathParams extends TProperties, Data extends TSchema> = Omit<
  Route,
  'params' | 'pathParams' | 'data' | 'handle'
> & {
  params: Params;
  pathParams?: PathParams;
  data: Data;
  handle(
    request: RequestContext<Static<TObject<Params & PathParams>>>,
  ): Promise<Answer<Static<Data> | RawJson>>;
  export?(request: RequestContext<Static<TObject<Params & PathParams>>>): Promise<Export>;
};

/** Checks at compile time that the handler of a route matches its schemas. */
export function defineRoute<
  const Params extends TProperties,
  const Data extends TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no path parameters
  const PathParams extends TProperties = {},
>(route: RouteDefinition<Params, PathParams, Data>): Route {
  return route as unknown as Route;
}

/** A path for operators: no parameters, no limits, no records. */
export interface Operation {
  path: string;
  operationId: string;
  summary: string;
  data: TSchema;
  /** @throws ApiError `unavailable` */
  answer(app: AppContext): Promise<unknown>;
}
