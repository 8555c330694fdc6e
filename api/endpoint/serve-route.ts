import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { TProperties } from 'typebox';
import { wholeSince } from '../../mappings/records-index.ts';
import type { AppContext } from '../context.ts';
import { clientKeyOf } from '../http/client-address.ts';
import { accepts, bestEncoding } from '../http/content-negotiation.ts';
import { ApiError } from '../http/errors.ts';
import { namesTag } from '../names-tag.ts';
import { parameterReader, type Reading } from '../params/read-parameters.ts';
import { type DataState, nameOfState } from '../search/data-version.ts';
import { createEngine, DataChanged } from '../search/search-context.ts';
import { type Cost, costOf } from './concurrency-limits.ts';
import type { Asked, Route } from './define-route.ts';
import { renderAnswer } from './envelope.ts';
import { sendExport } from './stream-export.ts';

/** A valid request: its parameters by where they stand. */
interface ValidRequest {
  query: Record<string, unknown>;
  path: Record<string, unknown>;
  today: string;
}

/** The middleware that answers a route: validation, 304 where nothing changed, else the kept or a new answer. */
export function serveRoute(route: Route, app: AppContext): Middleware {
  const read = requestReader(route, app);
  return async (context) => {
    context.state.route = route.path;
    const endAdmission = app.admission.admit(costOf(route, context.querystring));
    try {
      await answerNewest(context, route, read(context), app);
    } finally {
      endAdmission();
    }
  };
}

const isExport = (route: Route, { query }: ValidRequest) =>
  route.export !== undefined && query.format !== undefined;

/** Answers; where the data changed since the state was read, or the index was replaced and removed, once more. */
async function answerNewest(
  context: Context,
  route: Route,
  request: ValidRequest,
  app: AppContext,
): Promise<void> {
  try {
    await answer(context, route, request, app);
  } catch (error) {
    if (!(error instanceof DataChanged)) throw error;
    app.dataStates.forget();
    await answer(context, route, request, app);
  }
}

/** What a client must accept, by the value of `format`. */
const contentTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** @throws ApiError `invalid_parameter` with every problem of path and query, or `not_acceptable` */
function requestReader(route: Route, app: AppContext): (context: Context) => ValidRequest {
  const readQuery = parameterReader(route.params, route.rules);
  const readPathParams = route.pathParams && parameterReader(route.pathParams);
  const readPath = (params: Record<string, string>): Reading<TProperties> =>
    readPathParams ? readPathParams(new URLSearchParams(params).toString()) : { values: {} };
  return (context) => {
    const path = readPath(context.params);
    const query = readQuery(context.querystring);
    if (path.problems || query.problems) {
      const details = [...(path.problems ?? []), ...(query.problems ?? [])];
      throw new ApiError('invalid_parameter', { details });
    }
    const { format } = query.values as { format?: keyof typeof contentTypes };
    const contentType = format === undefined ? 'application/json' : contentTypes[format];
    if (!accepts(context, contentType)) throw new ApiError('not_acceptable');
    return { path: path.values, query: query.values, today: app.clock().toISOString().slice(0, 10) };
  };
}

async function answer(context: Context, route: Route, request: ValidRequest, app: AppContext): Promise<void> {
  const state = await app.dataStates.current();
  const canonical = [route.path, request.path, request.query, route.dependsOnToday ? request.today : null];
  const named = JSON.stringify([nameOfState(state), app.buildId, canonical]);
  const key = hash('sha256', named, 'base64url').slice(0, 22);
  const etag = `W/"${key}"`;
  const known = context.get('If-None-Match');
  // Not by Koa, which makes half a dozen objects of each.
  context.res.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
  context.res.setHeader('ETag', etag);
  context.res.setHeader('Vary', 'Accept, Accept-Encoding');
  if (namesTag(known, etag)) {
    app.metrics.cache.inc({ result: 'not_modified' });
    context.status = 304;
    return;
  }
  const ask = (signal: AbortSignal) => askedOf(context, route, request, state, signal, app);
  const onGone = (leave: () => void) => whenGone(context, leave);
  const acquire = (cost: Cost) => app.admission.acquire(cost, clientKeyOf(context), onGone);
  if (isExport(route, request)) {
    const release = await acquire('export');
    const makeExport = () => route.export!(ask(signalOf(context)));
    return sendExport(context, makeExport, { log: app.log, onEnd: release });
  }
  const make = async (signal: AbortSignal) => {
    const made = await route.handle(ask(signal));
    return renderAnswer(made, { path: context.path, params: request.query, state });
  };
  const options = {
    // Without announcements nobody says when an answer stops being true.
    keep: app.dataStates.isAnnounced(),
    onGone,
    acquire: () => acquire(costOf(route)),
  };
  const { rendered, origin } = await app.answers.answer(key, make, options);
  app.metrics.cache.inc({ result: origin });
  // Any answer will do, now that there is one.
  if (known.trim() === '*') {
    context.status = 304;
    return;
  }
  const { body, encoding } = await rendered.encoded(bestEncoding(context));
  if (encoding !== 'identity') context.set('Content-Encoding', encoding);
  if (rendered.link) context.set('Link', rendered.link);
  const timing = `cache;desc=${origin}, elasticsearch;dur=${context.state.elasticsearchMs ?? 0}`;
  context.res.setHeader('Server-Timing', timing);
  context.status = 200;
  context.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  context.body = body;
}

/** A call of Elasticsearch that takes as long is told in the log, with the request as it was understood. */
const slowQueryMs = 1000;

/** The request as its handler sees it. */
function askedOf(
  context: Context,
  route: Route,
  { query, path, today }: ValidRequest,
  state: DataState,
  signal: AbortSignal,
  app: AppContext,
): Asked<never> {
  const engine = createEngine(app.services, {
    index: state.index,
    isWhole: state.mappingVersion >= wholeSince,
    timeoutMs: app.config.elasticsearchTimeoutMs,
    signal,
    gathered: app.gathered,
    known: app.knownFacts(state),
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
  return { params: { ...query, ...path } as never, engine, state, today };
}

/** Calls when the client's connection ends, unless the answer was sent; at once where it has ended. */
function whenGone({ res }: Context, leave: () => void): void {
  if (res.destroyed) leave();
  else {
    res.on('close', () => {
      if (!res.writableFinished) leave();
    });
  }
}

/** Ends with the client's connection. */
function signalOf(context: Context): AbortSignal {
  const gone = new AbortController();
  whenGone(context, () => gone.abort());
  return gone.signal;
}
