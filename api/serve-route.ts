import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { AppContext } from './app-context.ts';
import type { DataState } from './data-version.ts';
import { createEngine } from './engine.ts';
import { ApiError } from './errors.ts';
import { parameterReader } from './params/read-parameters.ts';
import { unknownNames } from './params/vocabulary-names.ts';
import { presentHints } from './present/hints.ts';
import type { Answer, Route } from './route.ts';

/** The middleware that answers a route: validation, 304 where nothing changed, the handler, the envelope. */
export function serveRoute(route: Route, app: AppContext): Middleware {
  const readQuery = parameterReader(route.params, route.rules);
  const readPath = parameterReader(route.pathParams ?? {});

  return async (context) => {
    context.state.route = route.path;
    if (!context.accepts('application/json')) throw new ApiError('not_acceptable');
    const path = readPath(new URLSearchParams(context.params).toString());
    const query = readQuery(context.querystring);
    if (path.problems || query.problems) {
      const details = [...(path.problems ?? []), ...(query.problems ?? [])];
      throw new ApiError('invalid_parameter', { details });
    }
    const state = await app.dataStates.current();
    const today = app.clock().toISOString().slice(0, 10);
    const canonical = JSON.stringify([route.path, path.values, query.values, route.dependsOnToday && today]);
    context.vary('Accept');
    context.set('Cache-Control', 'public, max-age=0, must-revalidate');
    context.set('ETag', `W/"${digest([state.dataVersion, app.buildId, canonical])}"`);
    context.type = 'application/json';
    context.status = 200;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    const engine = engineFor(context, route, state, app);
    const params = { ...query.values, ...path.values } as never;
    const answer = await route.handle({ params, engine, state, today });
    context.body = JSON.stringify(envelope(answer, query.values, state));
    context.set('Server-Timing', `elasticsearch;dur=${context.state.elasticsearchMs ?? 0}`);
  };
}

/** The answer as it is sent: the envelope of the specification, with what explains the answer in `meta`. */
function envelope(
  { data, pagination, meta = {} }: Answer,
  params: Record<string, unknown>,
  state: DataState,
) {
  const { sort: _shownBeside, ...filters } = params;
  const { sort, ...further } = meta;
  const hints = presentHints(unknownNames(params));
  return {
    success: true,
    data,
    pagination: pagination ?? null,
    meta: {
      filters,
      sort,
      data_version: state.dataVersion,
      as_of: state.asOf,
      hints: hints.length > 0 ? hints : undefined,
      ...further,
    },
  };
}

function engineFor(context: Context, route: Route, state: DataState, app: AppContext) {
  const gone = new AbortController();
  context.res.once('close', () => {
    if (!context.res.writableFinished) gone.abort();
  });
  return createEngine(app.services.elasticsearch, {
    index: state.index,
    timeoutMs: app.config.elasticsearchTimeoutMs,
    signal: gone.signal,
    onTime: (durationMs) => {
      const total = (context.state.elasticsearchMs ?? 0) + durationMs;
      context.state.elasticsearchMs = Math.round(total * 100) / 100;
      app.metrics.elasticsearch.observe({ route: route.path }, durationMs / 1000);
    },
  });
}

function digest(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
