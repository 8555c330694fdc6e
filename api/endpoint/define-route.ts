import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Rule } from '../params/rules.ts';
import type { Pagination } from '../present/envelope.ts';
import type { RawJson } from '../present/raw-json.ts';
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
 * 3. `present/…`: a pure function from the search's answer to `data`, with the schema of `data` beside it.
 * 4. `routes/….ts`: `defineRoute({ … , async handle(request) { … } })`, which calls those three in a row; then one
 *    line in `routes/index.ts`.
 *
 * Validation, errors, the envelope, `meta.filters`, `meta.hints`, caching, the rate limit, metrics and the OpenAPI
 * document follow from the definition. Tests call `get()` of `test/support/get.ts`, which checks every answer
 * against the schemas that are declared here.
 */

/** A documented GET path that answers from the data. */
export interface Route {
  /** With path parameters in braces: `/api/v1/auctions/{id}`. */
  path: string;
  operationId: string;
  /** The category of the specification. */
  tag: string;
  summary: string;
  /** What the specification does not say; markdown. */
  description?: string;
  /** True where the specification does not have the path. */
  isExtension?: boolean;
  /** Text parameters of the path, by the names in its braces. */
  pathParams?: TProperties;
  /** Query parameters in the order in which they are documented and shown in `meta.filters`. */
  params: TProperties;
  rules?: Rule[];
  /** Schema of `data`. */
  data: TSchema;
  /** Whether `pagination` is an object; else it is null. */
  paged?: boolean;
  /** What the route adds to `meta`. */
  meta?: TProperties;
  /** Whether the answer also depends on the current day. */
  dependsOnToday?: boolean;
  /** Whether an answer is a few records or names, out of searches that go together with those of other requests. */
  isBrief?: boolean;
  /** Error codes that it can answer with beside those of every route. */
  errors?: ('not_found' | 'not_acceptable')[];
  /** Requests that are worked examples: query strings, or paths where the path has parameters. */
  examples?: string[];
  /**
   * Answers one valid request.
   * @throws ApiError
   */
  handle(request: RequestContext<never>): Promise<Answer>;
  /** Answers a valid request that names a `format`, where the route takes one. */
  export?(request: RequestContext<never>): Promise<Export>;
}

/** A file that is made while it is sent. */
export interface Export {
  contentType: string;
  fileName: string;
  /** Records in it. */
  total: number;
  chunks(): AsyncIterable<string>;
  /** Lets go of what the chunks are made of; to be called however the export ends. */
  close(): Promise<void>;
}

/** One valid request. */
export interface RequestContext<Params> {
  /** Query and path parameters, typed, canonical, with defaults. */
  params: Params;
  search: SearchContext;
  state: IndexState;
  /** The current UTC day, YYYY-MM-DD. */
  today: string;
}

/** What a route answers with; the envelope is put around it. */
export interface Answer<Data = unknown> {
  data: Data;
  pagination?: Pagination;
  /** Added to the common meta; undefined members are left out. */
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

/** Checks that a route's handler takes the parameters and gives the data that its schemas say. */
export function defineRoute<
  const Params extends TProperties,
  const Data extends TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no path parameters
  const PathParams extends TProperties = {},
>(route: RouteDefinition<Params, PathParams, Data>): Route {
  return route as unknown as Route;
}

/** A path for those who run the service: no parameters, no limits, not read from the records. */
export interface Operation {
  path: string;
  operationId: string;
  summary: string;
  data: TSchema;
  /** @throws ApiError `unavailable` */
  answer(app: AppContext): Promise<unknown>;
}
