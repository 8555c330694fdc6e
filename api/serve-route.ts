import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { AppContext } from './app-context.ts';
import type { DataState } from './data-version.ts';
import { createEngine, IndexGone } from './engine.ts';
import { ApiError } from './errors.ts';
import { parameterReader } from './params/read-parameters.ts';
import { unknownNames } from './params/vocabulary-names.ts';
import { renderAnswer } from './render-answer.ts';
import { encodings } from './rendered-answer.ts';
import type { Answer, Route } from './route.ts';

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
    if (!context.accepts('application/json')) throw new ApiError('not_acceptable');
    const request = read(context);
    try {
      await answer(context, route, request, app);
    } catch (error) {
      if (!(error instanceof IndexGone)) throw error;
      // The index was replaced and removed since its name was read: once more, on the new one.
      app.dataStates.forget();
      await answer(context, route, request, app);
    }
  };
}

/** @throws ApiError `invalid_parameter` with every problem of path and query */
function requestReader(route: Route, app: AppContext): (context: Context) => ValidRequest {
  const readQuery = parameterReader(route.params, route.rules);
  const readPath = parameterReader(route.pathParams ?? {});
  return (context) => {
    const path = readPath(new URLSearchParams(context.params).toString());
    const query = readQuery(context.querystring);
    if (path.problems || query.problems) {
      const details = [...(path.problems ?? []), ...(query.problems ?? [])];
      throw new ApiError('invalid_parameter', { details });
    }
    return { path: path.values, query: query.values, today: app.clock().toISOString().slice(0, 10) };
  };
}

async function answer(context: Context, route: Route, request: ValidRequest, app: AppContext): Promise<void> {
  const state = await app.dataStates.current();
  const canonical = [route.path, request.path, request.query, route.dependsOnToday ? request.today : null];
  const key = JSON.stringify([state.index, state.dataVersion, app.buildId, canonical]);
  const etag = `W/"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`;
  context.vary('Accept');
  context.vary('Accept-Encoding');
  context.set({ 'Cache-Control': 'public, max-age=0, must-revalidate', ETag: etag });
  if (namesTag(context.get('If-None-Match'), etag)) {
    app.metrics.cache.inc({ result: 'not_modified' });
    context.status = 304;
    return;
  }
  const make = (signal: AbortSignal) => makeAnswer(context, route, request, state, signal, app);
  // Without announcements nobody says when an answer stops being true.
  const options = { keep: app.dataStates.isAnnounced(), signal: signalOf(context) };
  const { rendered, origin } = await app.answers.answer(key, make, options);
  app.metrics.cache.inc({ result: origin });
  // The best that the client takes at all: its order of equal ones is an accident.
  const wanted = encodings.find((encoding) => context.acceptsEncodings(encoding) === encoding);
  const { body, encoding } = await rendered.encoded(wanted ?? 'identity');
  if (encoding !== 'identity') context.set('Content-Encoding', encoding);
  context.set(
    'Server-Timing',
    `cache;desc=${origin}, elasticsearch;dur=${context.state.elasticsearchMs ?? 0}`,
  );
  context.status = 200;
  context.type = 'application/json';
  context.body = body;
}

async function makeAnswer(
  context: Context,
  route: Route,
  { query, path, today }: ValidRequest,
  state: DataState,
  signal: AbortSignal,
  app: AppContext,
): Promise<string> {
  const engine = createEngine(app.services.elasticsearch, {
    index: state.index,
    timeoutMs: app.config.elasticsearchTimeoutMs,
    signal,
    known: app.knownFacts(state),
    onTime: (durationMs) => {
      const total = (context.state.elasticsearchMs ?? 0) + durationMs;
      context.state.elasticsearchMs = Math.round(total * 100) / 100;
      app.metrics.elasticsearch.observe({ route: route.path }, durationMs / 1000);
    },
  });
  const params = { ...query, ...path } as never;
  const made: Answer = await route.handle({ params, engine, state, today });
  return renderAnswer(made, query, state, unknownNames(query));
}

/** Whether If-None-Match names the answer; `*` is not asked here, where every valid request has an answer. */
function namesTag(header: string, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => bare(tag) === bare(etag));
}

/** Ends with the client's connection, unless the answer was sent. */
function signalOf(context: Context): AbortSignal {
  const gone = new AbortController();
  context.res.once('close', () => {
    if (!context.res.writableFinished) gone.abort();
  });
  return gone.signal;
}
