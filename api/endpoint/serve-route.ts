import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { TProperties } from 'typebox';
import { clientKeyOf } from '../../config/client-address.ts';
import { filterParams } from '../filters/filter-params.ts';
import { findStored, readHints } from '../filters/hints.ts';
import { accepts, answerByDate, answerByETag, sendEncoded } from '../http/content-negotiation.ts';
import { ApiError, ClientDisconnected, errorCodes } from '../http/errors.ts';
import { type Cost, costOf } from '../http/limits.ts';
import { errorBody } from '../http/render-errors.ts';
import { parameterReader, type Reading } from '../parameters/read-parameters.ts';
import { versionOf } from '../search/data-version.ts';
import { StaleIndexError } from '../search/errors.ts';
import type { IndexState } from '../search/index-state.ts';
import { createSearchContext, type SearchContext, type VersionMemo } from '../search/search-context.ts';
import type { AppContext } from './context.ts';
import type { Asked, ExportRoute, RequestContext, Route } from './define-route.ts';
import { type RouteResult, renderEnvelope, serviceLinks } from './envelope.ts';
import { streamExport } from './stream-export.ts';

/** The middleware of a route: validates, then answers with 304, from the cache or from Elasticsearch. */
export function serveRoute(route: Route | ExportRoute, app: AppContext): Middleware {
  const validate = requestReader(route, app);
  return async (context) => {
    context.state.route = route.path;
    const request = validate(context);
    const { format } = request.query as { format?: keyof typeof contentTypes };
    const [only = contentTypes.json] = 'export' in route ? Object.keys(route.contents) : [];
    if (!accepts(context, format ? contentTypes[format] : only)) throw new ApiError('not_acceptable');
    await withFreshIndex(app, () => respond(context, route, request, app));
  };
}

/** Attempts to answer a request from one state of the data. */
const maxAttempts = 3;

/** Runs a request again if the data changed or the index was replaced meanwhile; after the last attempt it is a 503. */
async function withFreshIndex<Result>(app: AppContext, run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleIndexError) || attempt === maxAttempts) throw error;
      app.indexStates.forget();
    }
  }
}

/** A request before it is validated. */
type SentRequest = Pick<Context, 'path' | 'querystring'> & { params?: Record<string, string> };

/** The parameters of a valid request, by their location. */
interface ValidRequest {
  pathname: string;
  query: Record<string, unknown>;
  /** Reads them again, where a text with commas may be the value of a lot: those that are one are not split. */
  reread?: ((search: SearchContext) => Promise<Record<string, unknown>>) | undefined;
  path: Record<string, unknown>;
  /** The current UTC day, where the response depends on it. */
  today: string | undefined;
  /** See `changedAt` of the route. */
  changedAt?: string | undefined;
}

/** The content type that a client must accept, by the value of `format`. */
const contentTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** @throws ApiError `invalid_parameter` with every problem of path and query */
function requestReader(route: Route | ExportRoute, app: AppContext): (sent: SentRequest) => ValidRequest {
  const readQuery = parameterReader(route.params, route.rules);
  const readPathParams = route.pathParams && parameterReader(route.pathParams);
  const readPath = (params: Record<string, string>): Reading<TProperties> =>
    readPathParams ? readPathParams(new URLSearchParams(params).toString()) : { values: {} };
  return ({ path: pathname, params = {}, querystring }) => {
    const path = readPath(params);
    const wholes: { parameter: string; value: string }[] = [];
    const query = readQuery(querystring, (parameter, value) => {
      if (parameter in filterParams) wholes.push({ parameter, value });
      return false;
    });
    const reread = async (search: SearchContext) =>
      readQuery(querystring, await findStored(wholes, search)).values ?? {};
    if (path.problems || query.problems) {
      const details = [...(path.problems ?? []), ...(query.problems ?? [])];
      throw new ApiError('invalid_parameter', { details });
    }
    return {
      pathname,
      path: path.values,
      query: query.values,
      reread: wholes.length > 0 ? reread : undefined,
      today: route.dependsOnToday ? app.clock().toISOString().slice(0, 10) : undefined,
    };
  };
}

async function respond(
  context: Context,
  route: Route | ExportRoute,
  read: ValidRequest,
  app: AppContext,
): Promise<void> {
  const { state, request, key } = await prepare(context, route, read, app);
  const handlerContext = (signal: AbortSignal) => requestContext(context, route, request, state, signal, app);
  const etag = `W/"${key}"`;
  const modified = lastModified(state, request);
  context.set('Vary', 'Accept, Accept-Encoding');
  if ('export' in route && !state.isPublishing) context.set('X-Data-Version', state.dataVersion);
  // `If-None-Match: *` asks whether there is a response, which is not known before it is made.
  if (allowCaching(context, !state.isPublishing) && answerByETag(context, etag, false)) {
    app.metrics.cache.inc({ result: 'not_modified' });
    return;
  }
  const onDisconnect = (leave: () => void) => whenDisconnected(context, leave);
  const acquire = (cost: Cost) => app.limits.acquire(cost, clientKeyOf(context), onDisconnect);
  if ('export' in route) {
    if (modified && answerByDate(context, modified)) return;
    context.set('Link', serviceLinks);
    const release = await acquire(costOf(route));
    const open = async () => {
      const meanwhile = await app.indexStates.observe(state);
      const exported = await route.export(handlerContext(signalOf(context)), app.config.publicUrl);
      try {
        allowCaching(context, isStable(await meanwhile()));
        return exported;
      } catch (error) {
        await exported.close();
        throw error;
      }
    };
    return streamExport(context, open, { log: app.log, onEnd: release });
  }
  const { response, origin } = await makeResponse(context, route, request, { state, key }, app);
  app.metrics.cache.inc({ result: origin });
  if (allowCaching(context, response.isStable)) {
    if (answerByETag(context, etag) || (modified && answerByDate(context, modified))) return;
  }
  context.set('Link', response.link ? `${response.link}, ${serviceLinks}` : serviceLinks);
  const elasticsearchMs = context.state.elasticsearchMs ?? 0;
  context.set('Server-Timing', `cache;desc=${origin}, elasticsearch;dur=${elasticsearchMs}`);
  context.type = 'application/json';
  await sendEncoded(context, response.body);
}

/** The state of the data for a request, and the key of its response. */
async function prepare(context: Context, route: Route | ExportRoute, read: ValidRequest, app: AppContext) {
  const state = await app.indexStates.current();
  const openSearch = () => requestContext(context, route, read, state, signalOf(context), app).search;
  const valid = read.reread ? { ...read, query: await read.reread(openSearch()) } : read;
  const changedAt = 'changedAt' in route ? await route.changedAt?.(state, openSearch) : undefined;
  const request = { ...valid, changedAt };
  return { state, request, key: responseKey(route, request, state, app) };
}

/** Sets `Cache-Control`, and removes what lets a client reuse a response that may not have the data of its version. */
function allowCaching(context: Context, isStable: boolean): boolean {
  context.set('Cache-Control', isStable ? 'public, max-age=0, must-revalidate' : 'no-store');
  if (!isStable) for (const name of ['ETag', 'Last-Modified']) context.remove(name);
  return isStable;
}

/**
 * Whether a response has the data of its version.
 * @throws StaleIndexError if its searches may have read two states, whose figures do not belong together
 */
function isStable(meanwhile: 'stable' | 'unstable' | 'changed'): boolean {
  if (meanwhile === 'changed') throw new StaleIndexError('The data changed while it was read.');
  return meanwhile === 'stable';
}

/** The response to a request: from the cache, from an equal request in flight, or made now. */
function makeResponse(
  context: Context,
  route: Route,
  request: ValidRequest,
  { state, key }: { state: IndexState; key: string },
  app: AppContext,
) {
  const make = async (signal: AbortSignal) => {
    const meanwhile = await app.indexStates.observe(state);
    const handled = requestContext(context, route, request, state, signal, app);
    const made = await route.handle(handled);
    // Other paths have a `q` that is not the filter.
    const isFilter = (name: string) =>
      name in filterParams && (name !== 'q' || route.params.q === filterParams.q);
    const words = isFilter('q') ? (request.query.q as string | undefined) : undefined;
    const hints = await readHints(request.query, { isEmpty: foundNothing(made), words }, handled.search);
    const plain = renderEnvelope(made, {
      path: request.pathname,
      params: request.query,
      isFilter,
      state,
      hints,
    });
    return { ...plain, isStable: isStable(await meanwhile()) };
  };
  const onDisconnect = (leave: () => void) => whenDisconnected(context, leave);
  return app.responses.get(key, make, {
    // Without change notifications, or while the data changes, a response cannot be cached safely.
    keep: app.indexStates.isAnnounced() && !state.isPublishing,
    onDisconnect,
    acquire: () => app.limits.acquire(costOf(route), clientKeyOf(context), onDisconnect),
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
      read: requestReader(route, app),
    }));
  return async (context: Context, address: string): Promise<Asked> => {
    const { pathname: path, search } = new URL(address, 'http://localhost');
    let leave = () => {};
    try {
      const asked = known.find(({ pattern }) => pattern.test(path));
      if (!asked) throw new ApiError('not_found');
      const { route, pattern, read } = asked;
      const params = { ...pattern.exec(path)!.groups };
      const request = read({ path, params, querystring: search.slice(1) });
      leave = app.limits.enter(clientKeyOf(context), costOf(route));
      const { response } = await withFreshIndex(app, async () => {
        const { state, request: prepared, key } = await prepare(context, route, request, app);
        return makeResponse(context, route, prepared, { state, key }, app);
      });
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

/**
 * The time of the last change of a response: of the data, the day or anything else on which it depends. Undefined where
 * the time of the last change of the data is unknown, or the data changes now.
 */
function lastModified(
  { asOf, changedTo, isPublishing }: IndexState,
  { today, changedAt }: ValidRequest,
): Date | undefined {
  if (changedTo !== undefined || isPublishing) return undefined;
  const times = [asOf, today, changedAt].filter((time) => time !== undefined);
  return new Date(Math.max(...times.map(Date.parse)));
}

/** Identifies a response by the data version, the build and the canonical request. */
function responseKey(
  route: Route | ExportRoute,
  { path, query, today, changedAt }: ValidRequest,
  state: IndexState,
  app: AppContext,
): string {
  const canonical = [route.path, path, query, today, changedAt];
  const named = JSON.stringify([versionOf(state), app.buildId, canonical]);
  return hash('sha256', named, 'base64url').slice(0, 22);
}

/** Calls to Elasticsearch that take this long are logged with the canonical request. */
const slowQueryMs = 1000;

/** Remembers nothing: while data is published, a result may be older than its response. */
const noMemo: VersionMemo = {
  counts: { get: () => undefined, set: () => undefined },
  derive: (_key, make) => make(),
  clear: () => undefined,
};

/** The request as the handler receives it. */
function requestContext(
  context: Context,
  route: Route | ExportRoute,
  { query, path, today }: ValidRequest,
  state: IndexState,
  signal: AbortSignal,
  app: AppContext,
): RequestContext<never> {
  const search = createSearchContext(app.services, {
    index: state.index,
    timeoutMs: app.config.elasticsearchTimeoutMs,
    signal,
    batched: app.batched,
    memo: state.isPublishing ? noMemo : app.memoOf(versionOf(state)),
    onTime: (durationMs) => {
      const total = (context.state.elasticsearchMs ?? 0) + durationMs;
      context.state.elasticsearchMs = Math.round(total * 100) / 100;
      app.metrics.elasticsearch.observe({ route: route.path }, durationMs / 1000);
      if (durationMs < slowQueryMs) return;
      const ms = Math.round(durationMs);
      const { requestId } = context.state;
      app.log.warn({ requestId, route: route.path, request: { ...path, ...query }, ms }, 'a slow query');
    },
  });
  return {
    params: { ...query, ...path } as never,
    search,
    state,
    today: today ?? '',
  };
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

/** Aborts when the client disconnects. */
function signalOf(context: Context): AbortSignal {
  const disconnected = new AbortController();
  whenDisconnected(context, () => disconnected.abort());
  return disconnected.signal;
}
