import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { clientKeyOf } from '../../config/client-address.ts';
import { filterParams } from '../filters/filter-params.ts';
import { findStored, readHints } from '../filters/hints.ts';
import { accepts, answerByDate, answerByETag, sendEncoded } from '../http/content-negotiation.ts';
import { ApiError, ClientDisconnected, errorCodes } from '../http/errors.ts';
import { costOf } from '../http/limits.ts';
import { errorBody } from '../http/render-errors.ts';
import { attemptsPerRequest } from '../http/retries.ts';
import { parameterReader } from '../parameters/read-parameters.ts';
import { StaleIndexError } from '../search/errors.ts';
import type { IndexState } from '../search/index-state.ts';
import { createMemo, createSearchContext, type SearchContext } from '../search/search-context.ts';
import type { AppContext } from './context.ts';
import type { Asked, ExportRoute, RequestContext, Route } from './define-route.ts';
import { type RouteResult, renderEnvelope, serviceLinks } from './envelope.ts';
import { streamExport } from './stream-export.ts';

/** The middleware of a route: validates, then answers with 304, from the cache or from Elasticsearch. */
export function serveRoute(route: Route | ExportRoute, app: AppContext): Middleware {
  const validate = requestReader(route);
  const own =
    'export' in route ? [...Object.keys(route.contents), ...(route.accepts ?? [])] : [contentTypes.json];
  return async (context) => {
    context.state.route = route.path;
    const sent = validate(context);
    const { format } = sent.query as { format?: keyof typeof contentTypes };
    const offered = format ? [contentTypes[format]] : own;
    if (!offered.some((type) => accepts(context, type))) throw new ApiError('not_acceptable');
    await withFreshIndex(app, async () => {
      const request = await prepare(context, route, sent, app);
      const { dataVersion, isPublishing } = request.state;
      if ('export' in route && !isPublishing) context.set('X-Data-Version', dataVersion);
      if (answerUnchanged(context, request, app)) return;
      await ('export' in route
        ? sendExport(context, route, request, app)
        : sendResponse(context, route, request, app));
    });
  };
}

/** Runs a request again if the data changed or the index was replaced meanwhile; after the last attempt it is a 503. */
async function withFreshIndex<Result>(app: AppContext, run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleIndexError) || attempt === attemptsPerRequest) throw error;
      app.indexStates.forget();
    }
  }
}

/** The content type that a client must accept, by the value of `format`. */
const contentTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** The parameters of a valid request, by their location. */
interface ValidRequest {
  pathname: string;
  query: Record<string, unknown>;
  path: Record<string, unknown>;
  /** Reads the query again, where a text with commas may be the value of a lot: those that are one are not split. */
  reread?: (search: SearchContext) => Promise<Record<string, unknown>>;
}

/** @throws ApiError `invalid_parameter` with every problem of path and query */
function requestReader(route: Route | ExportRoute) {
  const readQuery = parameterReader(route.params, route.rules);
  const readPath = route.pathParams && parameterReader(route.pathParams);
  return ({
    path: pathname,
    params = {},
    querystring,
  }: Pick<Context, 'path' | 'querystring'> & { params?: Record<string, string> }): ValidRequest => {
    const path = readPath?.(new URLSearchParams(params).toString()) ?? { values: {} };
    const wholes: { parameter: string; value: string }[] = [];
    const query = readQuery(querystring, (parameter, value) => {
      if (parameter in filterParams) wholes.push({ parameter, value });
      return false;
    });
    const details = [...(path.problems ?? []), ...(query.problems ?? [])];
    if (details.length > 0) throw new ApiError('invalid_parameter', { details });
    return {
      pathname,
      path: path.values!,
      query: query.values!,
      ...(wholes.length > 0 && {
        async reread(search) {
          const { values, problems } = readQuery(querystring, await findStored(wholes, search));
          if (problems) throw new ApiError('invalid_parameter', { details: problems });
          return values;
        },
      }),
    };
  };
}

/** A valid request, and what it is answered from. */
interface PreparedRequest extends Omit<RequestContext<never>, 'search'> {
  /** The searches of the request; responses that are known need none. */
  openSearch(): SearchContext;
  pathname: string;
  /** The query parameters as understood. */
  query: Record<string, unknown>;
  /** Identifies the response by the data version, the build and the canonical request. */
  key: string;
  /**
   * The time of the last change of the response: of the data, the day or anything else on which it depends. Undefined where
   * the data changes now.
   */
  modified: Date | undefined;
}

async function prepare(
  context: Context,
  route: Route | ExportRoute,
  { pathname, path, query: sent, reread }: ValidRequest,
  app: AppContext,
): Promise<PreparedRequest> {
  const state = await app.indexStates.current();
  let search: SearchContext | undefined;
  const openSearch = () => (search ??= searchesOf(context, route, state, app));
  const query = reread ? await reread(openSearch()) : sent;
  const today = route.dependsOnToday ? app.clock().toISOString().slice(0, 10) : undefined;
  const changedAt = 'changedAt' in route ? await route.changedAt?.(state, openSearch) : undefined;
  const canonical = [route.path, path, query, today, changedAt];
  const named = JSON.stringify([state.version, app.buildId, canonical]);
  const times = [state.asOf, today, changedAt].filter((time) => time !== undefined);
  return {
    pathname,
    query,
    params: { ...query, ...path } as never,
    openSearch,
    state,
    today: today ?? '',
    key: hash('sha256', named, 'base64url').slice(0, 22),
    modified: state.isPublishing ? undefined : new Date(Math.max(...times.map(Date.parse))),
  };
}

/** Sets the headers of every response of a route, and answers 304 where the client has it, as far as is known before it is made. */
function answerUnchanged(context: Context, { state, key }: PreparedRequest, app: AppContext): boolean {
  context.set('Vary', 'Accept, Accept-Encoding');
  // `If-None-Match: *` asks whether there is a response, which is not known before it is made.
  const isUnchanged = allowCaching(context, !state.isPublishing) && answerByETag(context, etagOf(key), false);
  if (isUnchanged) app.metrics.cache.inc({ result: 'not_modified' });
  return isUnchanged;
}

const etagOf = (key: string) => `W/"${key}"`;

async function sendExport(
  context: Context,
  route: ExportRoute,
  request: PreparedRequest,
  app: AppContext,
): Promise<void> {
  const { state, modified } = request;
  if (modified && answerByDate(context, modified)) return;
  context.set('Link', serviceLinks);
  const onEnd = await acquire(context, route, app);
  const open = async () => {
    const exported = await route.export({ ...request, search: request.openSearch() }, app.config.publicUrl);
    try {
      allowCaching(context, await isStable(app, state));
      return exported;
    } catch (error) {
      await exported.close();
      throw error;
    }
  };
  return streamExport(context, open, { log: app.log, onEnd });
}

async function sendResponse(
  context: Context,
  route: Route,
  request: PreparedRequest,
  app: AppContext,
): Promise<void> {
  const { response, origin } = await makeResponse(context, route, request, app);
  app.metrics.cache.inc({ result: origin });
  if (allowCaching(context, response.isStable)) {
    if (answerByETag(context, etagOf(request.key))) return;
    if (request.modified && answerByDate(context, request.modified)) return;
  }
  context.set('Link', response.link ? `${response.link}, ${serviceLinks}` : serviceLinks);
  const elasticsearchMs = context.state.elasticsearchMs ?? 0;
  context.set('Server-Timing', `cache;desc=${origin}, elasticsearch;dur=${elasticsearchMs}`);
  context.type = 'application/json';
  await sendEncoded(context, response.body);
}

/** Waits for a slot of the client. */
const acquire = (context: Context, route: Route | ExportRoute, app: AppContext) =>
  app.limits.acquire(costOf(route), clientKeyOf(context), (leave) => whenDisconnected(context, leave));

/** Sets `Cache-Control`, and removes what lets a client reuse a response that may not have the data of its version. */
function allowCaching(context: Context, isStable: boolean): boolean {
  context.set('Cache-Control', isStable ? 'public, max-age=0, must-revalidate' : 'no-store');
  if (!isStable) for (const name of ['ETag', 'Last-Modified']) context.remove(name);
  return isStable;
}

/**
 * Whether what was read has the data of its version.
 * @throws StaleIndexError if its searches may have read two states, whose figures do not belong together
 */
async function isStable({ indexStates }: AppContext, state: IndexState): Promise<boolean> {
  if (state.isPublishing) return false;
  // An announcement that came before the last response of Elasticsearch may be read after it.
  await nextTurn();
  const now = await indexStates.current().catch(() => undefined);
  if (now && (now.isPublishing || now.version !== state.version))
    throw new StaleIndexError('The data changed while it was read.');
  return now !== undefined;
}

/** The response to a request: from the cache, from an equal request in flight, or made now. */
function makeResponse(context: Context, route: Route, request: PreparedRequest, app: AppContext) {
  const { pathname: path, query: params, state, key } = request;
  const read = async (search: SearchContext) => {
    const made = await route.handle({ ...request, search });
    // Other paths have a `q` that is not the filter.
    const isFilter = (name: string) =>
      name in filterParams && (name !== 'q' || route.params.q === filterParams.q);
    const words = isFilter('q') ? (params.q as string | undefined) : undefined;
    const hints = await readHints(params, { isEmpty: foundNothing(made), words }, search);
    const plain = renderEnvelope(made, { path, params, isFilter, state, hints });
    return { ...plain, isStable: await isStable(app, state) };
  };
  const make = async () => {
    const search = request.openSearch();
    if (!state.isPublishing) return read(search);
    // The version does not tell when the data becomes visible: a snapshot has one state.
    const snapshot = await search.snapshot();
    return read(snapshot).finally(snapshot.close);
  };
  return app.responses.get(key, make, {
    // Without change notifications, or while the data changes, a response cannot be cached safely.
    keep: app.indexStates.isAnnounced() && !state.isPublishing,
    acquire: () => acquire(context, route, app),
  });
}

/**
 * Asks routes inside the process for the client of a request: with the cache and the concurrency limits of any request, but
 * not counted towards the hourly limit. The address is a path with its query.
 * @throws ClientDisconnected
 */
export function createAsk(routes: readonly (Route | ExportRoute)[], app: AppContext) {
  const known = routes
    .filter((route) => 'handle' in route)
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      validate: requestReader(route),
    }));
  return async (context: Context, address: string): Promise<Asked> => {
    const { pathname: path, search } = new URL(address, 'http://localhost');
    let leave = () => {};
    try {
      const asked = known.find(({ pattern }) => pattern.test(path));
      if (!asked) throw new ApiError('not_found');
      const { route, pattern, validate } = asked;
      const sent = validate({
        path,
        params: { ...pattern.exec(path)!.groups },
        querystring: search.slice(1),
      });
      leave = app.limits.enter(clientKeyOf(context), costOf(route));
      const { response } = await withFreshIndex(app, async () =>
        makeResponse(context, route, await prepare(context, route, sent, app), app),
      );
      return { status: 200, body: JSON.parse(response.body.plain.toString()) };
    } catch (thrown) {
      if (thrown instanceof ClientDisconnected) throw thrown;
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal', { cause: thrown });
      if (error !== thrown) app.log.error({ err: thrown, address }, 'a request failed unexpectedly');
      return { status: errorCodes[error.code].status, body: errorBody(error) };
    } finally {
      leave();
    }
  };
}

/** Whether a response has no lot. */
function foundNothing({ data, pagination }: RouteResult): boolean {
  if (pagination) return pagination.total_records === 0;
  if (Array.isArray(data)) return data.length === 0;
  const { lots, n } = data as { lots?: number; n?: number };
  return (lots ?? n) === 0;
}

/** The searches of a request, until its client disconnects. */
function searchesOf(
  context: Context,
  route: Route | ExportRoute,
  state: IndexState,
  app: AppContext,
): SearchContext {
  const disconnected = new AbortController();
  whenDisconnected(context, () => disconnected.abort());
  return createSearchContext(app.services, {
    index: state.index,
    timeoutMs: app.config.elasticsearchTimeoutMs,
    signal: disconnected.signal,
    batched: app.batched,
    // While data is published, a version has several states: no request uses results of another.
    memo: state.isPublishing ? createMemo() : app.memoOf(state.version),
    onTime: (durationMs) => {
      const total = (context.state.elasticsearchMs ?? 0) + durationMs;
      context.state.elasticsearchMs = Math.round(total * 100) / 100;
      app.metrics.elasticsearch.observe({ route: route.path }, durationMs / 1000);
    },
  });
}

/** Calls the listener when the client disconnects before the response is sent; immediately where it already has. */
function whenDisconnected({ res }: Context, leave: () => void): void {
  if (res.destroyed) leave();
  else {
    res.on('close', () => {
      if (!res.writableFinished) leave();
    });
  }
}
