import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Config } from '../config.ts';
import { extension, oneOfOrImplied } from '../parameters/kinds.ts';
import type { Rule } from '../parameters/read-parameters.ts';
import type { IndexState } from '../search/index-state.ts';
import type { SearchContext } from '../search/search-context.ts';
import type { AppContext } from './context.ts';
import type { RouteResult } from './envelope.ts';

/**
 * How to add a route that answers from the data. It stands in a folder named like its address, below `v1/` or `ext/`:
 *
 * 1. Declare its parameters with the kinds of `parameters/kinds.ts`; spread `filterParams` to take all filters, and pass
 *    `filterRules` as its rules.
 * 2. Write a pure function from the validated parameters to a search body; `allOf(filterClauses(params))` is the query
 *    of the filters.
 * 3. Write a pure function from the search result to `data`, with the schema of `data` in the same file.
 * 4. `defineRoute({ … , async handle(request) { … } })` calls these in this order. Add one line to `v1/routes.ts` or
 *    `ext/routes.ts`.
 *
 * Validation, errors, the envelope, `meta.filters`, `meta.hints`, caching, the rate limit, metrics and the OpenAPI
 * document follow from the definition. Tests call `get()` of `test/support/get.ts`, which checks every response
 * against the schemas declared here.
 */

/** The description of a GET path that answers from the data. */
interface DescribedRoute {
  /** With path parameters in braces: `/api/v1/auctions/{id}`. */
  path: string;
  operationId: string;
  /** The category of the specification. */
  tag: string;
  summary: string;
  /** Details that the specification does not define; Markdown. */
  description?: string;
  /** True if the path is not in the specification. */
  isExtension?: boolean;
  /** String parameters of the path, by the names in its braces. */
  pathParams?: TProperties;
  /** Query parameters in the order of the documentation and of `meta.filters`. */
  params: TProperties;
  rules?: Rule[];
  /** Whether the response also depends on the current day. */
  dependsOnToday?: boolean;
  /** Example requests: query strings, or paths where the path has parameters. */
  examples?: string[];
}

/** A documented GET path that returns data as JSON. */
export interface Route extends DescribedRoute {
  /** Schema of `data`. */
  data: TSchema;
  /** Whether `pagination` is an object; otherwise it is null. */
  paged?: boolean;
  /** The members that the route adds to `meta`. */
  meta?: TProperties;
  /** `brief` for a few records or names, mostly from batched searches; `model` for a regression; by default `long`. */
  cost?: 'brief' | 'model';
  /**
   * The time of the last change of anything but the data on which a response depends: ISO 8601; undefined where there is no
   * such thing yet. It is read for each request; cached responses and ETags depend on it.
   */
  changedAt?(
    state: IndexState,
    openSearch: () => SearchContext,
  ): string | undefined | Promise<string | undefined>;
  /** Error codes that only some routes have. */
  errors?: ('not_found' | 'not_acceptable')[];
  /**
   * Handles one valid request.
   * @throws ApiError
   */
  handle(request: RequestContext<never>): Promise<RouteResult>;
  /** Opens all rows of the view, not only a page; `ext/export/export.ts` sends them as a file. */
  rows?(request: RequestContext<never>): Promise<Rows>;
}

/** The parameters of a page or a sample, which an export of all rows does not have. */
export const pageParams = ['page', 'limit', 'cursor', 'sample', 'seed', 'facets', 'format'] as const;

/** All rows of a view, in its order. They are read while they are sent. */
export interface Rows {
  /** The fields of a row in their order, which are the columns of CSV and Parquet. */
  fields: TProperties;
  /** The number of rows. */
  total: number;
  /** The rows as JSON text, one batch at a time. */
  batches(): AsyncGenerator<readonly string[], void>;
  /** Releases the resources of the rows; call it however the reading ends. */
  close(): Promise<void>;
}

/** A documented GET path that returns a file or a feed. */
export interface ExportRoute extends DescribedRoute {
  /** What OpenAPI says of its media types. */
  contents: Record<string, object>;
  /** Other media types by which a client may ask for it. */
  accepts?: readonly string[];
  /** `brief` for a few records. */
  cost?: 'brief';
  /**
   * Handles one valid request.
   * @param publicUrl the address of the service for its users, without a slash at the end
   * @throws ApiError
   */
  export(request: RequestContext<never>, publicUrl: string): Promise<Export>;
}

/** A file that is generated while it is sent. */
export interface Export extends Omit<Rows, 'fields' | 'batches'> {
  contentType: string;
  /** Undefined where a client reads it directly. */
  fileName?: string;
  chunks(): AsyncIterable<string | Uint8Array>;
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

type RouteDefinition<Params extends TProperties, PathParams extends TProperties, Data extends TSchema> = Omit<
  Route,
  'params' | 'pathParams' | 'data' | 'handle' | 'rows'
> & {
  params: Params;
  pathParams?: PathParams;
  data: Data;
  handle(request: RequestContext<Static<TObject<Params & PathParams>>>): Promise<RouteResult<Static<Data>>>;
  rows?(
    request: RequestContext<Omit<Static<TObject<Params & PathParams>>, (typeof pageParams)[number]>>,
  ): Promise<Rows>;
};

/** Adds what every route takes, and checks at compile time that the handler of a route matches its schemas. */
export function defineRoute<
  const Params extends TProperties,
  const Data extends TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no path parameters
  const PathParams extends TProperties = {},
>(route: RouteDefinition<Params, PathParams, Data>): Route {
  const params = { ...route.params, format: jsonFormatParam };
  return { ...route, params } as unknown as Route;
}

/** A path for operators: no parameters, no limits, no records. */
export interface Operation {
  path: string;
  operationId: string;
  summary: string;
  data: TSchema;
  /** @throws ApiError `unavailable` */
  check(app: AppContext): Promise<object>;
}

/** The response of a route inside the process: what a client would get. */
export interface Asked {
  status: number;
  /** The envelope of the response or of the error. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any route
  body: any;
}

/**
 * Another protocol over the same routes, at a path of its own. Its requests count, wait and are logged like any other, and
 * it asks the routes as the client of its request.
 */
export interface Protocol {
  path: string;
  methods: readonly string[];
  isOn(config: Config): boolean;
  /** Loads what answers its requests, at the first of them. */
  open(house: {
    /** Asks a route for the client of a request. The address is a path with its query. */
    ask(context: Context, address: string): Promise<Asked>;
    /** The OpenAPI document, which describes the routes. */
    document: object;
    config: Config;
    log: Logger;
  }): Promise<Middleware>;
}

/** The only format of every path but the exports: the default, which may be sent. */
const jsonFormatParam = oneOfOrImplied(['json'], 'json', {
  'x-allowed': 'json; /api/ext/export has all rows of a view as CSV, NDJSON or Parquet',
  description:
    'The format of the response, always JSON. `/api/ext/export` has all rows as CSV, NDJSON or Parquet.',
  examples: ['json'],
  ...extension,
});
